// Printed numbers: what tables really hold, and that reading is exact.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, equals, formatDecimal, negate, subtract } from '../../src/domain/decimal.ts'
import { contains } from '../../src/domain/interval.ts'
import { type Printed, readPrinted } from '../../src/domain/printed-number.ts'

/** value, decimals, interval and unread part, in a line. */
function line({ value, decimals, interval, percent, unread }: Printed): string {
  const range = interval ? `${interval.lower}..${interval.upper}` : 'none'
  return [`${value}${percent ? '%' : ''}`, decimals, range, ...(unread === null ? [] : [unread])].join(' ')
}

/** The numbers of an uncertainty, in a line: ±distance or lower..upper, and its kind. */
function off({ uncertainty }: Printed): string | null {
  if (!uncertainty) return null
  const { text, plusMinus, lower, upper, kind } = uncertainty
  const numbers = plusMinus !== null ? `±${plusMinus}` : lower !== null ? `${lower}..${upper}` : 'unread'
  return [text, '=', numbers, ...(kind ? [kind] : [])].join(' ')
}

describe('a single number', () => {
  it.each([
    ['63.40', '63.40 2 63.395..63.405'],
    ['50.0', '50.0 1 49.95..50.05'],
    ['92', '92 0 91.5..92.5'],
    ['77.0%', '77.0% 1 76.95..77.05'],
    ['12.3 %', '12.3% 1 12.25..12.35'],
    ['77\\%', '77% 0 76.5..77.5'],
    ['.5', '0.5 1 0.45..0.55'],
    ['1,234', '1234 0 1233.5..1234.5'],
    ['1,234,567.89', '1234567.89 2 1234567.885..1234567.895'],
    ['24M', '24000000 0 23500000..24500000'],
    ['1.5B', '1500000000 0 1450000000..1550000000'],
    ['128k', '128000 0 127500..128500'],
    ['24 million', '24000000 0 23500000..24500000'],
    ['39.146000000000003', '39.146000000000003 15 39.1460000000000025..39.1460000000000035'],
    ['1e-3', '0.001 3 0.0005..0.0015'],
    ['1.50E−2', '0.0150 4 0.01495..0.01505'],
    ['1e3', '1000 0 500..1500'],
    ['−0.5', '-0.5 1 -0.55..-0.45'],
    ['+5.2', '5.2 1 5.15..5.25'],
    ['  63.4\u00a0', '63.4 1 63.35..63.45'],
    ['**61.7**', '61.7 1 61.65..61.75'],
    ['<b>61.7</b>', '61.7 1 61.65..61.75'],
    ['$\\mathbf{61.7}$', '61.7 1 61.65..61.75'],
    ['_61.7_', '61.7 1 61.65..61.75'],
  ])('%j', (text, expected) => {
    expect(line(readPrinted(text))).toBe(expected)
    expect(readPrinted(text)).toMatchObject({ uncertainty: null, placeholder: false })
  })
})

describe('a number with something left over', () => {
  it.each([
    ['61.7*', '61.7 1 61.65..61.75 *'],
    ['61.7†', '61.7 1 61.65..61.75 †'],
    ['61.7 ‡§', '61.7 1 61.65..61.75 ‡§'],
    ['61.7²', '61.7 1 61.65..61.75 ²'],
    ['61.7<sup>1</sup>', '61.7 1 61.65..61.75 <sup>1</sup>'],
    ['$61.7^{\\dagger}$', '61.7 1 61.65..61.75 ^{\\dagger}'],
    ['**61.7***', '61.7 1 61.65..61.75 *'],
    ['77.0%*', '77.0% 1 76.95..77.05 *'],
    ['61.7[12]', '61.7 1 61.65..61.75 [12]'],
    ['61.7 (+1.2)', '61.7 1 61.65..61.75 (+1.2)'],
    ['61.7 ↑', '61.7 1 61.65..61.75 ↑'],
    ['$5.10', '5.10 2 5.095..5.105 $'],
    ['~70', '70 0 none ~'],
    ['≈ 70.5%', '70.5% 1 none ≈'],
    ['~70*', '70 0 none ~ *'],
  ])('%j', (text, expected) => expect(line(readPrinted(text))).toBe(expected))
})

describe('a number with its uncertainty', () => {
  it.each([
    ['0.7482 ± 0.0015', '0.7482 4 0.74815..0.74825', '± 0.0015 = ±0.0015'],
    ['84.3 +/- 0.4', '84.3 1 84.25..84.35', '+/- 0.4 = ±0.4'],
    ['92.1 (±0.3)', '92.1 1 92.05..92.15', '(±0.3) = ±0.3'],
    ['$84.3 \\pm 0.4$', '84.3 1 84.25..84.35', '\\pm 0.4 = ±0.4'],
    ['**84.3** ± .4', '84.3 1 84.25..84.35', '± .4 = ±0.4'],
    ['84.3% ± 0.4%', '84.3% 1 84.25..84.35', '± 0.4% = ±0.4'],
    ['84.3% ± 0.4', '84.3% 1 84.25..84.35', '± 0.4 = ±0.4'],
    ['84.3 ± 0.4 (SE)', '84.3 1 84.25..84.35', '± 0.4 (SE) = ±0.4 SE'],
    ['84.3 ± 0.4 std', '84.3 1 84.25..84.35', '± 0.4 std = ±0.4 std'],
    ['24M ± 1M', '24000000 0 23500000..24500000', '± 1M = ±1000000'],
    ['63.4 [62.1, 64.7]', '63.4 1 63.35..63.45', '[62.1, 64.7] = 62.1..64.7'],
    ['63.4 [62.1,64.7]', '63.4 1 63.35..63.45', '[62.1,64.7] = 62.1..64.7'],
    ['63.4 (62.1-64.7)', '63.4 1 63.35..63.45', '(62.1-64.7) = 62.1..64.7'],
    ['63.4 (62.1 to 64.7)', '63.4 1 63.35..63.45', '(62.1 to 64.7) = 62.1..64.7'],
    ['63.4 (95% CI: 62.1–64.7)', '63.4 1 63.35..63.45', '(95% CI: 62.1–64.7) = 62.1..64.7 95% CI'],
    ['-0.5 (-0.7--0.3)', '-0.5 1 -0.55..-0.45', '(-0.7--0.3) = -0.7..-0.3'],
    ['1,504 [1,490, 1,520]', '1504 0 1503.5..1504.5', '[1,490, 1,520] = 1490..1520'],
    ['63.4 +2.1/-1.9', '63.4 1 63.35..63.45', '+2.1/-1.9 = 61.5..65.5'],
    ['63.4 (−1.9, +2.1)', '63.4 1 63.35..63.45', '(−1.9, +2.1) = 61.5..65.5'],
    ['84.3 ± 0.4*', '84.3 1 84.25..84.35 *', '± 0.4 = ±0.4'],
    ['84.3 ± 0.4%', '84.3 1 84.25..84.35 ± 0.4%', '± 0.4% = unread'],
    ['24M ± 1', '24000000 0 23500000..24500000 ± 1', '± 1 = unread'],
  ])('%j', (text, number, uncertainty) => {
    expect(line(readPrinted(text))).toBe(number)
    expect(off(readPrinted(text))).toBe(uncertainty)
  })
})

describe('no number', () => {
  const nothing = { value: null, decimals: null, interval: null, uncertainty: null, percent: false }

  it.each([
    '',
    ' ',
    '-',
    '–',
    '—',
    '−',
    '--',
    '---',
    'n/a',
    'N/A',
    'n.a.',
    'NA',
    'NaN',
    'None',
    'TBD',
    '**—**',
    'Not reported',
  ])('%j stands for a missing value', (text) =>
    expect(readPrinted(text)).toEqual({ ...nothing, placeholder: true, unread: null }),
  )

  it.each([
    ...['1.234,5', '12,34', '0,123', '1,2345', '12 345', "1'234", '1.2.3', '5.', '10²', '10^5', '1.2×10^5', '１２'],
    ...[
      '82 / 100',
      '1/2',
      '63.4-64.1',
      '63.4 – 64.1',
      '61.7, 62',
      '63.4 (62.1)',
      '63.4 (5-shot)',
      '63 (10-12)',
      '63 [62,641]',
    ],
    ...['≤5', '<5', '>90', '90+', '±0.3', '+5/-6', '24 ± 1M', '24m', '24Mb', '61.7a', '12.3 s', '7B params', '3 of 5'],
    ...[
      '1e999999999',
      '1e-999999999',
      'Infinity',
      '0x10',
      'pass',
      '?',
      '*',
      '(0.5)',
      '- 0.5',
      '63.4 +2.1/+1.9',
      '1e3M',
    ],
  ])('does not guess at %j', (text) =>
    expect(readPrinted(text)).toEqual({ ...nothing, placeholder: false, unread: text }),
  )

  it('takes a long text for prose', () => expect(readPrinted('9'.repeat(201)).value).toBeNull())
})

describe('reading any text', () => {
  const number = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }))
    .map(([units, scale]) => ({ text: formatDecimal({ units, scale }), scale }))
  const plain = fc.string({ unit: fc.constantFrom(...'0123456789.,-+±%()[]/ eMk*~†—$^'), maxLength: 14 })

  it('gives a printed decimal back as it is, in the middle of an interval one unit wide', () => {
    fc.assert(
      fc.property(number, ({ text, scale }) => {
        const { value, decimals, interval, unread } = readPrinted(text)
        expect({ value, decimals, unread }).toEqual({ value: text, decimals: scale, unread: null })
        expect(interval && contains(interval, text)).toBe(true)
        expect(interval && equals(subtract(interval.upper, interval.lower), `1e-${scale}`)).toBe(true)
        expect(interval && equals(add(interval.upper, interval.lower), add(text, text))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('reads signs, groups and suffixes as the same number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (n) => {
        expect(readPrinted(n.toLocaleString('en-US')).value).toBe(String(n))
        expect(readPrinted(`−${n}`).value).toBe(negate(String(n)))
        expect(readPrinted(`${n}M`).value).toBe(n === 0 ? '0' : `${n}000000`)
        expect(readPrinted(`${n}%`)).toMatchObject({ value: String(n), percent: true })
      }),
    )
  })

  it('never throws, and reads, takes as missing or leaves over, but never loses a text', () => {
    fc.assert(
      fc.property(fc.oneof(plain, fc.string({ unit: 'grapheme' })), (text) => {
        const { value, decimals, interval, uncertainty, placeholder, unread } = readPrinted(text)
        expect(value === null && !placeholder ? unread : text.trim()).toBe(text.trim())
        expect([decimals === null, value === null]).toEqual([value === null, decimals === null])
        if (placeholder || value === null) expect([value, interval, uncertainty]).toEqual([null, null, null])
        if (value !== null && interval) expect(contains(interval, value)).toBe(true)
        if (value !== null) expect(text).toContain(uncertainty?.text ?? '')
      }),
      { numRuns: 3000 },
    )
  })
})
