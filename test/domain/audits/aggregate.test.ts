// The audit of means: RM-Bench's three rows that don't add up, and rounding allowed for exactly.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AggregateStructure, auditAggregates } from '../../../src/domain/audits/aggregate.ts'
import type { Claim } from '../../../src/domain/claim.ts'
import { formatDecimal, mean, round } from '../../../src/domain/decimal.ts'
import { claim, claimsOfFile, setting } from '../claims.ts'

const domains = ['Chat', 'domain in column 2', 'domain in column 3', 'domain in column 4']
const structure = (parts: string[], benchmark = 'rm-bench'): AggregateStructure => ({
  benchmark,
  of: 'Overall',
  parts,
  kind: 'mean',
})
const rmBench = [structure(domains), structure(['Hard', 'Normal', 'Easy'])]

const row = (overall: string, parts: string[], fields: Partial<Claim> = {}) => [
  claim(overall, { setting: setting({ benchmark: 'b', subset: 'Overall' }), ...fields }),
  ...parts.map((part, i) => claim(part, { setting: setting({ benchmark: 'b', subset: `p${i}` }), ...fields })),
]
const audit = (claims: Claim[], n: number) =>
  auditAggregates(claims, [
    structure(
      [...Array(n).keys()].map((i) => `p${i}`),
      'b',
    ),
  ])

describe('auditAggregates', () => {
  it('finds three rows of RM-Bench, and derives every other mean from its parts', () => {
    const claims = claimsOfFile('rm-bench')
    const { findings, derivations } = auditAggregates(claims, rmBench)
    expect(findings.map(({ text, spread, observations }) => [text, spread, observations.length])).toEqual([
      [
        expect.stringMatching(
          /^For NLL-Sym .* prints 67.6; .* 41.3 \(Hard\), 71.3 \(Normal\) and 80.2 \(Easy\) is 64.267/,
        ),
        '3.333',
        4,
      ],
      [
        expect.stringMatching(/^For NLL-Asym .* prints 66.6; the mean of its parts 68.4 \(Chat\), .* is 66.375/),
        '0.225',
        5,
      ],
      [
        expect.stringMatching(/^For NLL-Asym .* prints 56.3; the mean of its parts 64.3 \(Chat\), .* is 51.300/),
        '5.000',
        5,
      ],
    ])
    // 72 rows have all domains, 36 all levels.
    expect(derivations).toHaveLength(72 + 36 - 3)
    expect(findings.every(({ kind, settingStated }) => kind === 'AGGREGATE_MISMATCH' && !settingStated)).toBe(true)
    expect(auditAggregates([...claims].reverse(), rmBench).findings).toEqual(findings)
  })

  it.each([
    ['50.0', ['50.0', '50.0'], 0],
    ['50.1', ['50.0', '50.0'], 0],
    ['50.2', ['50.0', '50.0'], 1],
    ['33.3', ['0', '0', '100'], 0],
    ['34.0', ['0', '0', '100'], 1],
    ['34', ['0', '0', '100'], 0],
  ])('%s of %j: %i findings', (overall, parts, findings) => {
    expect(audit(row(overall, parts), parts.length).findings).toHaveLength(findings)
  })

  it('needs all parts of one row, each once', () => {
    expect(audit(row('90.0', ['50.0']), 2)).toEqual({ findings: [], derivations: [] })
    expect(audit([...row('90.0', ['50.0', '50.0']), ...row('90.0', [])], 2).findings).toEqual([])
    const apart = [...row('90.0', [], { row: '1' }), ...row('10.0', ['50.0', '50.0'], { row: '2' }).slice(1)]
    expect(audit(apart, 2).findings).toEqual([])
  })

  it('never doubts a mean that was computed before rounding', () => {
    const exact = fc.bigInt({ min: 0n, max: 100000n }).map((units) => formatDecimal({ units, scale: 3 }))
    fc.assert(
      fc.property(fc.array(exact, { minLength: 2, maxLength: 5 }), fc.integer({ min: 0, max: 2 }), (parts, digits) => {
        // The mean is rounded once: 9 digits are all that a mean of five such numbers can have.
        const overall = round(mean(parts, 9), digits)
        const printed = parts.map((part) => round(part, 1))
        expect(audit(row(overall, printed), parts.length).findings).toEqual([])
      }),
    )
  })
})
