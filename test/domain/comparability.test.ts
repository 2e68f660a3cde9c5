// Which claims may be held against each other, and whether their settings are stated in full.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Claim, ClaimSetting } from '../../src/domain/claim.ts'
import { comparability } from '../../src/domain/comparability.ts'
import { editionVersion, readFreeText } from '../../src/domain/free-text.ts'
import { claim, setting, stated } from './claims.ts'

const under = (fields: Partial<ClaimSetting>, own: Partial<Claim> = {}) =>
  claim('50', { setting: setting(fields), ...own })
const protocol = (fields: Record<string, string | null>) => under({ protocol: stated(fields) })

describe('comparability', () => {
  it.each<[string, Claim, Claim, string | null, boolean]>([
    ['8-shot against nothing said', protocol({ shots: '8' }), protocol({ shots: null }), null, false],
    ['8-shot against 4-shot', protocol({ shots: '8' }), protocol({ shots: '4' }), 'shots', false],
    ['two spellings of five shots', protocol({ shots: '5' }), protocol({ 'n-shot': '5-shot' }), null, true],
    ['few against five', protocol({ shots: 'few' }), protocol({ shots: '5' }), null, false],
    ['few against none', protocol({ shots: 'few' }), protocol({ shots: '0' }), 'shots', false],
    ['both state all they name', protocol({ split: 'test' }), protocol({ split: 'Test' }), null, true],
    ['no protocol at all', protocol({}), protocol({}), null, false],
    ['tools against none', protocol({ tools: 'Python' }), protocol({ tools: 'none (no browser)' }), 'tools', false],
    [
      'python against no tools, as text',
      protocol({ method: 'python' }),
      protocol({ method: 'no tools' }),
      'tools',
      false,
    ],
    [
      'free text that parses to nothing',
      protocol({ method: 'EM' }),
      protocol({ method: 'as in the card' }),
      null,
      false,
    ],
    ['free text against a field', protocol({ method: '5-shot CoT' }), protocol({ shots: '0' }), 'shots', false],
    ['editions v1 and v2', under({ edition: 'paper-v1-full' }), under({ edition: 'v2' }), 'edition version', false],
    ['editions in words', under({ edition: 'OpenCompass table' }), under({ edition: 'the card' }), null, false],
    ['per cent against no unit', under({ unit: '%' }), under({ unit: null }), null, false],
    ['per cent against a fraction', under({ unit: '%' }), under({ unit: 'fraction' }), 'unit', false],
    ['no unit, bounds 1 and 100', under({ unit: null, max: '1' }), under({ unit: null, max: '100' }), 'unit', false],
    ['subsets', under({ subset: 'Easy' }), under({ subset: 'Hard' }), 'subset', false],
    ['a subset against none', under({ subset: 'Easy' }), under({}), 'subset', false],
    ['mbpp and mbpp+', under({ benchmark: 'mbpp' }), under({ benchmark: 'mbpp-plus' }), 'benchmark', false],
    ['metrics', under({ metric: 'F1' }), under({ metric: 'EM' }), 'metric', false],
    ['one metric in two spellings', under({ metric: 'Accuracy (%)' }), under({ metric: 'accuracy' }), null, false],
    ['backbones', under({}, { configurationKey: 'a' }), under({}, { configurationKey: 'b' }), 'configuration', false],
    ['a backbone against none', under({}, { configurationKey: 'a' }), under({}), 'configuration', false],
    ['models', under({}, { model: 'a' }), under({}, { model: 'b' }), 'model', false],
    [
      'shots in the name',
      under({}, { reportedName: 'GPT-3 (0-shot)' }),
      under({}, { reportedName: 'GPT-3 (2-shot)' }),
      'shots',
      false,
    ],
  ])('%s', (_, a, b, differs, settingStated) => {
    expect(comparability(a, b)).toMatchObject({ differs, settingStated })
  })

  it('counts what is inferred as known, but not as stated', () => {
    const inferred = under({
      protocol: stated({ split: 'test' }),
      definition: [{ name: 'metric', value: 'accuracy', basis: 'INFERRED', reason: 'by its kind' }],
    })
    expect(comparability(inferred, protocol({ split: 'test' }))).toMatchObject({ differs: null, settingStated: false })
    const harness = (basis: 'STATED' | 'INFERRED', value: string) =>
      under({ protocol: [{ name: 'harness', value, basis }] })
    expect(comparability(harness('INFERRED', 'OpenCompass'), harness('STATED', 'own')).differs).toBeNull()
    expect(comparability(harness('STATED', 'OpenCompass'), harness('STATED', 'own')).differs).toBe('harness')
  })

  it('does not know what an unknown metric is worth', () => {
    expect(comparability(under({ metric: null }), under({}))).toMatchObject({ differs: 'metric', unknown: true })
    expect(comparability(under({ metric: null }), under({ metric: null }))).toMatchObject({ differs: null })
  })

  it('is symmetric, and each claim is comparable with itself', () => {
    const value = fc.option(fc.constantFrom('0', '5', 'few', '5-shot', 'none', 'Python', 'test'), { nil: null })
    const fields = fc.dictionary(fc.constantFrom('shots', 'tools', 'method', 'split'), value)
    const any = fc.record({
      protocol: fields.map(stated),
      ...{ metric: fc.constantFrom('accuracy', 'EM', null), unit: fc.constantFrom('%', 'fraction', null) },
      ...{ subset: fc.constantFrom(null, 'Easy'), higherIsBetter: fc.constantFrom(true, false, null) },
    })
    fc.assert(
      fc.property(any, any, (left, right) => {
        const [a, b] = [under(left), under(right)]
        expect(comparability(a, b)).toEqual(comparability(b, a))
        expect(comparability(a, a).differs).toBeNull()
      }),
    )
  })
})

describe('free text', () => {
  it.each([
    ['5-shot CoT', { shots: '5', 'chain of thought': 'on' }],
    ['accuracy (no tools)', { tools: 'none' }],
    ['thinking mode enabled (Python + browser tools)', { tools: 'used', thinking: 'on' }],
    ['zero-shot', { shots: '0' }],
    ['0-shot and 5-shot', {}],
    ['maj@32, high reasoning effort', { sampling: 'maj@32', effort: 'high' }],
    ['asked to think step by step', {}],
  ])('%s', (text, facts) => expect(Object.fromEntries(readFreeText(text))).toEqual(facts))

  it.each([
    ['proteinlmbench-paper-v2-full-official', '2'],
    ['1.0.1', '1.0.1'],
    ['LiveCodeBench 2024-08', '2024-08'],
    ['InternLM2 OpenCompass table', undefined],
    ['v5 and v6', undefined],
  ])('edition %s: %s', (text, version) => expect(editionVersion(text)).toBe(version))
})
