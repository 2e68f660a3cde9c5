// What tells two settings apart: every pair of the catalogue, and how the two directions mirror each other.
import { beforeAll, describe, expect, test } from 'vitest'
import { InputError } from '../../src/domain/input-error.ts'
import { ask, askRaw } from '../support/ask.ts'
import { useDatabase } from '../support/database.ts'
import { walk } from './walk.ts'

const db = useDatabase('catalogue')

interface Side {
  name: string
  value: string | null
  basis: string
  reason: string | null
}
interface Difference {
  field: string
  left: Side
  right: Side
}
interface Setting {
  key: string
  label: string
  benchmark: { name: string }
  edition: string | null
  subset: string | null
  metric: string | null
  unit: string | null
  higherIsBetter: boolean | null
  min: string | null
  max: string | null
  protocol: Side[]
}
const side = 'name value basis reason'
let settings: Setting[] = []
beforeAll(async () => {
  const fields = 'key label benchmark { name } edition subset metric unit higherIsBetter min max'
  settings = await walk(db, 'settings', `${fields} protocol { ${side} }`)
})

/** The differences of every setting from one of them. */
const differences = async (key: string) => {
  const selection = `key differsFrom(key: "${key}") { field left { ${side} } right { ${side} } }`
  const found = await walk<{ key: string; differsFrom: Difference[] }>(db, 'settings', selection)
  return new Map(found.map((one) => [one.key, one.differsFrom]))
}

describe('differsFrom', () => {
  test('is symmetric: the other way round the sides are swapped; from itself nothing differs', async () => {
    const from = new Map<string, Map<string, Difference[]>>()
    for (const { key } of settings) from.set(key, await differences(key))
    expect(from.size).toBeGreaterThan(30)
    for (const a of from.keys())
      for (const b of from.keys()) {
        const there = from.get(a)?.get(b) as Difference[]
        const back = from.get(b)?.get(a) as Difference[]
        expect(back).toEqual(there.map(({ field, left, right }) => ({ field, left: right, right: left })))
        // Two nodes are two because something tells them apart.
        expect(there.length > 0).toBe(a !== b)
        expect(there.map(({ field }) => field)).toEqual(there.map(({ field }) => field).sort())
      }
  })

  test('names each field whose value differs, with both values', async () => {
    const fields = ['edition', 'subset', 'metric', 'unit', 'higherIsBetter', 'min', 'max'] as const
    const valuesOf = (one: Setting) => {
      const own = fields.map((field) => [field, one[field] === null ? null : String(one[field])] as const)
      const protocol = one.protocol.map(({ name, value }) => [name, value] as const)
      return new Map<string, string | null>([['benchmark', one.benchmark.name], ...own, ...protocol])
    }
    for (const left of settings.slice(0, 12))
      for (const [key, found] of await differences(left.key)) {
        // differsFrom(left) of the other: the other is on the left side.
        const [ours, theirs] = [valuesOf(settings.find((one) => one.key === key) as Setting), valuesOf(left)]
        const names = new Set([...ours.keys(), ...theirs.keys()])
        const differing = [...names].filter((name) => (ours.get(name) ?? null) !== (theirs.get(name) ?? null)).sort()
        const valued = found.filter(({ left, right }) => left.value !== right.value)
        expect(valued.map(({ field }) => field)).toEqual(differing)
        for (const { field, left, right } of valued)
          expect([left.value, right.value]).toEqual([ours.get(field) ?? null, theirs.get(field) ?? null])
        // The rest have one value, known in two ways.
        for (const { left, right } of found.filter((one) => !valued.includes(one)))
          expect(left.basis).not.toBe(right.basis)
      }
  })

  test('tells why JudgeBench’s two Overall columns are not one setting', async () => {
    const paper = settings.filter(({ label }) => label === 'JudgeBench, Overall, accuracy (%)')
    expect(paper).toHaveLength(3)
    const split = (one: Setting) => one.protocol.find(({ name }) => name === 'response split')
    const app = paper.find((one) => split(one)?.basis === 'STATED') as Setting
    const cited = paper.find((one) => split(one)?.basis === 'UNSTATED') as Setting
    const { data } = await ask<{ setting: { differsFrom: Difference[] } }>(
      db,
      `{ setting(key: "${app.key}") { differsFrom(key: "${cited.key}") { field left { ${side} } right { ${side} } } } }`,
    )
    const found = data.setting.differsFrom.find(({ field }) => field === 'response split')
    expect(found?.left).toMatchObject({ value: 'GPT-4o-2024-05-13', basis: 'STATED' })
    expect(found?.right).toMatchObject({ value: null, basis: 'UNSTATED' })
  })

  test('a key without a setting is the asker’s mistake', async () => {
    const { errors } = await askRaw(
      db,
      `{ setting(key: "${settings[0]?.key}") { differsFrom(key: "nothing") { field } } }`,
    )
    expect(errors?.map(({ originalError }) => originalError)).toEqual([expect.any(InputError)])
  })

  test('the number of statements does not grow with the page', async () => {
    const cost = async (size: number) => {
      const query = `{ settings(first: ${size}) { nodes { differsFrom(key: "${settings[3]?.key}") { field } } } }`
      return (await ask(db, query)).statements.length
    }
    expect([await cost(2), await cost(20), await cost(60)]).toEqual([3, 3, 3])
  })
})
