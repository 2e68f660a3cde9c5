// The audits of derivations and transcriptions on what pages quote: the internlm-20b page and the traps beside it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare } from '../../../src/domain/agreement.ts'
import { findDerivations } from '../../../src/domain/audits/derivation.ts'
import { findDisagreements } from '../../../src/domain/audits/disagreement.ts'
import { findTranscriptions } from '../../../src/domain/audits/transcription.ts'
import type { Claim } from '../../../src/domain/claim.ts'
import { divide, multiply, round, subtract } from '../../../src/domain/decimal.ts'
import type { ScoreForm } from '../../../src/domain/derivation-forms.ts'
import { indexDerivations } from '../../../src/domain/derivation-links.ts'
import { claim, claimsOfFile, setting, source, stated } from '../claims.ts'

const forms: ScoreForm[] = [
  ...Object.entries({ piqa: 2, hellaswag: 4, 'arc-ai2': 4, bbh: 4 }).map(([benchmark, choices]) => ({
    benchmark,
    choices,
  })),
  { benchmark: 'asr', errorMetric: 'word error rate' },
  { benchmark: 'arena', elo: { from: '500', to: '2500' } },
]
const qwen = source('qwen-report', { title: 'Qwen Technical Report' })
const yi = source('yi-report', { title: 'Yi' })
const on = (benchmark: string, shots?: string) => setting({ benchmark, protocol: stated(shots ? { shots } : {}) })
const direct = (benchmark: string, printed: string, fields: Partial<Claim> = {}) =>
  claim(printed, { model: 'internlm-20b', source: qwen, setting: on(benchmark, fields.row ?? undefined), ...fields })
const quoted = (benchmark: string, printed: string, fields: Partial<Claim> = {}) =>
  claim(printed, { model: 'internlm-20b', source: qwen, readFrom: 'page', setting: on(benchmark), ...fields })

const page = {
  ...{ piqa: quoted('piqa', '60.6'), hellaswag: quoted('hellaswag', '70.8'), bbh: quoted('bbh', '36.67') },
  ...{ arc: quoted('arc-ai2', '75.6'), lambada: quoted('lambada', '71.8') },
  gsm8k: quoted('gsm8k', '62.9', { source: yi }),
}
const reports = {
  ...{
    piqa: direct('piqa', '80.3%'),
    hellaswag: direct('hellaswag', '78.1%'),
    bbh: direct('bbh', '52.5%', { row: '3' }),
  },
  ...{
    arc: direct('arc-ai2', '81.7%'),
    lambada: direct('lambada', '71.8%'),
    gsm8kQwen: direct('gsm8k', '52.6%', { row: '8' }),
  },
  gsm8k: direct('gsm8k', '62.9%', { source: yi }),
}
const chat = direct('bbh', '36.7%', { model: 'internlm-chat-20b', source: yi, row: '3' })
const all = [...Object.values(page), ...Object.values(reports), chat]

describe('the internlm-20b page', () => {
  it('is chance-corrected in four values and copied in two', () => {
    const found = findDerivations(all, forms)
    const short = found.map(({ observation, from, kind, formula }) => [observation, from, kind, formula])
    expect(short).toEqual([
      [page.piqa.key, [reports.piqa.key], 'NORMALIZED', '(x - 1/2) / (1 - 1/2)'],
      [page.hellaswag.key, [reports.hellaswag.key], 'NORMALIZED', '(x - 1/4) / (1 - 1/4)'],
      [page.bbh.key, [reports.bbh.key], 'NORMALIZED', '(x - 1/4) / (1 - 1/4)'],
      [page.arc.key, [reports.arc.key], 'NORMALIZED', '(x - 1/4) / (1 - 1/4)'],
      [page.lambada.key, [reports.lambada.key], 'TRANSCRIBED', null],
      [page.gsm8k.key, [reports.gsm8k.key], 'TRANSCRIBED', null],
    ])
    const derived = indexDerivations(found)
    expect(compare(page.piqa, reports.piqa, derived).agreement).toBe('DERIVED')
    expect(compare(page.lambada, reports.lambada, derived).agreement).toBe('IDENTICAL')
    expect(findTranscriptions(all, forms, { derived })).toEqual([])
    // What stays is between the reports: 62.9 of Yi, shots not stated, against 52.6 of Qwen, 8 shots.
    expect(findDisagreements(all, derived).map(({ spread, settingStated }) => [spread, settingStated])).toEqual([
      ['10.3', false],
    ])
  })

  it('holds for the six claims of the built-in catalogue as well', () => {
    const built = claimsOfFile('internlm-20b')
    const works = new Map(built.map(({ readFrom, source: own }) => [own.slug, { own, readFrom }]))
    expect(works.size).toBe(2)
    const [yiWork, qwenWork] = ['yi', 'qwen'].map(
      (name) => [...works.values()].find(({ own }) => own.slug.startsWith(name))?.own,
    )
    if (!yiWork || !qwenWork) throw new Error('the page quotes two reports')
    const read = Object.values(reports).map((one) => ({ ...one, source: one.source === yi ? yiWork : qwenWork }))
    expect(
      findDerivations([...built, ...read], forms)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['NORMALIZED', 'NORMALIZED', 'NORMALIZED', 'NORMALIZED', 'TRANSCRIBED', 'TRANSCRIBED'])
  })

  it('fits BBH with four choices only', () => {
    const fitting = [...Array(20).keys()].filter((choices) => {
      const others = forms.filter(({ benchmark }) => benchmark !== 'bbh')
      const found = findDerivations(all, [...others, { benchmark: 'bbh', choices }])
      return found.some(({ observation }) => observation === page.bbh.key)
    })
    expect(fitting).toEqual([4])
  })

  it('is not explained by the numbers of another model, nor where one value fits nothing', () => {
    const withoutOwn = all.filter((one) => one !== reports.bbh)
    expect(findDerivations(withoutOwn, forms).map(({ observation }) => observation)).not.toContain(page.bbh.key)
    const spoilt = [...all, quoted('boolq', '61.2'), direct('boolq', '87.5%')]
    expect(findDerivations(spoilt, forms).every(({ kind }) => kind === 'TRANSCRIBED')).toBe(true)
    // Even then the four are no slips, but the fifth is.
    expect(findTranscriptions(spoilt, forms).map(({ spread }) => spread)).toEqual(['26.3'])
    expect(findDerivations(all, []).every(({ kind }) => kind === 'TRANSCRIBED')).toBe(true)
  })

  it('takes one fit alone for luck', () => {
    const one = [page.piqa, reports.piqa, page.lambada, reports.lambada]
    expect(findDerivations(one, forms).map(({ kind }) => kind)).toEqual(['TRANSCRIBED'])
  })
})

describe('other forms', () => {
  it.each<[string, [string, string, Partial<Claim['setting']>?, Partial<Claim['setting']>?][], string[]]>([
    ['percentages as fractions', [['80.3', '0.803', {}, { unit: 'fraction' }]], ['CONVERTED x / 100']],
    ['fractions as percentages', [['0.803', '80.3', { unit: 'fraction' }]], ['CONVERTED 100 * x']],
    ['fewer decimals', [['62.34', '62.3']], ['ROUNDED null']],
    ['more decimals than the source has', [['62.3', '62.34']], []],
  ])('%s', (_, pairs, expected) => {
    const claims = pairs.flatMap(([raw, printed, a, b]) => [
      claim(raw, { setting: setting({ benchmark: 'x', ...a }) }),
      claim(printed, { readFrom: 'page', setting: setting({ benchmark: 'x', ...b }) }),
    ])
    expect(findDerivations(claims, forms).map(({ kind, formula }) => `${kind} ${formula}`)).toEqual(expected)
  })

  it('knows 1 - x of a word error rate, and Elo on a declared scale', () => {
    const asr = (printed: string, metric: string, fields: Partial<Claim>) =>
      claim(printed, { setting: setting({ benchmark: 'asr', metric }), ...fields })
    const two = ['4.2', '11.9'].flatMap((rate, i) => [
      asr(rate, 'word error rate', { model: `m${i}` }),
      asr(subtract('100', rate), 'accuracy', { model: `m${i}`, readFrom: 'page' }),
    ])
    expect(findDerivations(two, forms).map(({ kind, formula }) => [kind, formula])).toEqual(
      Array(2).fill(['CONVERTED', '1 - x']),
    )
    const arena = ['1861', '1290'].flatMap((rating, i) => [
      claim(rating, { model: `m${i}`, setting: setting({ benchmark: 'arena', metric: 'score', unit: 'Elo' }) }),
      claim(divide(subtract(rating, '500'), '2000', 3), {
        ...{
          model: `m${i}`,
          readFrom: 'page',
          setting: setting({ benchmark: 'arena', metric: 'score', unit: 'fraction' }),
        },
      }),
    ])
    expect(findDerivations(arena, forms).map(({ formula }) => formula)).toEqual(
      Array(2).fill('(x - 500) / (2500 - 500)'),
    )
  })

  it('finds any page that corrects for chance, and none that changes a value by more than rounding', () => {
    const raw = fc.integer({ min: 300, max: 990 }).map((tenths) => divide(String(tenths), '10', 1))
    const k = fc.integer({ min: 2, max: 5 })
    fc.assert(
      fc.property(fc.uniqueArray(raw, { minLength: 2, maxLength: 5 }), k, fc.boolean(), (values, choices, spoil) => {
        const claims = values.flatMap((value, i) => {
          const exact = divide(subtract(multiply(value, String(choices)), '100'), String(choices - 1), 2)
          const printed = spoil && i === 0 ? subtract(exact, '1.37') : exact
          return [direct(`b${i}`, value), quoted(`b${i}`, round(printed, 2))]
        })
        const declared = values.map((_, i) => ({ benchmark: `b${i}`, choices }))
        const found = findDerivations(claims, declared).filter(({ kind }) => kind === 'NORMALIZED')
        expect(found).toHaveLength(spoil ? 0 : values.length)
      }),
    )
  })
})

describe('findTranscriptions', () => {
  it('finds that a survey prints 61.2 for a paper’s 62.1', () => {
    const claims = [direct('x', '62.1'), quoted('x', '61.2')]
    const [found, ...more] = findTranscriptions(claims, forms)
    expect(more).toEqual([])
    expect(found).toMatchObject({ kind: 'TRANSCRIPTION', spread: '0.9', settingStated: false })
    expect(found?.text).toContain('the page page gives 61.2 as from Qwen Technical Report, which itself prints 62.1.')
  })

  it.each<[string, Claim[]]>([
    ['rounding', [direct('x', '62.14'), quoted('x', '62.1')]],
    ['a source that was not read itself', [direct('x', '62.1', { readFrom: 'other' }), quoted('x', '61.2')]],
    ['another table of the source', [direct('x', '62.1'), direct('x', '61.2', { row: '5' }), quoted('x', '61.2')]],
    ['stated shots that differ', [direct('x', '62.1', { row: '5' }), quoted('x', '61.2', { setting: on('x', '0') })]],
    ['another source', [direct('x', '62.1', { source: yi }), quoted('x', '61.2')]],
  ])('sees none in %s', (_, claims) => expect(findTranscriptions(claims, forms)).toEqual([]))
})
