// Parameters: when two configurations are one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Parameter, parametersKey } from '../../src/domain/parameters.ts'

const stated = (name: string, value: string | null): Parameter => ({ name, value, basis: 'STATED' })
const parameter = fc.record<Parameter>({
  name: fc.constantFrom('judge', 'shots', 'Judge', 'é'),
  value: fc.constantFrom(null, '', '5', '5 ', 'Qwen3-8B', 'ü'),
  basis: fc.constantFrom('STATED', 'INFERRED', 'UNSTATED'),
  reason: fc.constantFrom(null, undefined, 'the column adds up'),
})
const pairs = (list: Parameter[]) =>
  [
    ...new Set(list.filter(({ basis }) => basis === 'STATED').map(({ name, value }) => JSON.stringify([name, value]))),
  ].sort()

describe('parametersKey', () => {
  it('is empty where nothing is stated, else 16 hex characters', () => {
    expect(parametersKey([])).toBe('')
    expect(parametersKey([{ name: 'shots', value: '5', basis: 'INFERRED', reason: 'usual' }])).toBe('')
    expect(parametersKey([{ name: 'shots', value: null, basis: 'UNSTATED' }])).toBe('')
    expect(parametersKey([stated('shots', '5')])).toMatch(/^[0-9a-f]{16}$/)
  })

  it('tells names from values, nothing from the empty text, and takes composed and decomposed letters as one', () => {
    const lists = [
      [stated('a', 'b')],
      [stated('b', 'a')],
      [stated('a', '')],
      [stated('a', null)],
      [stated('a', 'b'), stated('b', 'a')],
    ]
    expect(new Set(lists.map(parametersKey)).size).toBe(lists.length)
    expect(parametersKey([stated('cafe\u0301', 'u\u0308')])).toBe(parametersKey([stated('café', 'ü')]))
  })

  it('is equal just where the sets of stated names and values are', () => {
    const list = fc.array(parameter, { maxLength: 4 })
    fc.assert(
      fc.property(list, list, (a, b) => {
        expect(parametersKey(a) === parametersKey(b)).toBe(JSON.stringify(pairs(a)) === JSON.stringify(pairs(b)))
        expect(parametersKey([...a].reverse())).toBe(parametersKey(a))
        expect(parametersKey([...a, ...a])).toBe(parametersKey(a))
      }),
      { numRuns: 1000 },
    )
  })
})
