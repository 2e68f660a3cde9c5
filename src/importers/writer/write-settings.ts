// Writes settings: the comparability classes that observations share.

import type { Known as KnownField, SettingContent } from '../../domain/key-content.ts'
import { settingKey } from '../../domain/keys.ts'
import { benchmarkIdentity } from '../../domain/names.ts'
import type { Parameter } from '../../domain/parameters.ts'
import type { Bundle, BundleSetting } from '../bundle/format.ts'
import { wholeSetting } from '../bundle/settings.ts'
import { parametersOf } from './claims.ts'
import { insertRows, must, updateRows, type Writing } from './writing.ts'

export interface Settings {
  id(local: string): number
  key(local: string): string
  content(local: string): SettingContent
  /** Local name of its benchmark. */
  benchmark(local: string): string
  label(local: string): string
}

interface Prepared {
  key: string
  content: SettingContent
  benchmark: string
  label: string
  chosenLabel: boolean
  definition: Parameter[]
  protocol: Parameter[]
}

const definitionFields = ['edition', 'subset', 'metric', 'unit', 'higherIsBetter', 'min', 'max'] as const

export async function writeSettings(writing: Writing, benchmarks: ReadonlyMap<string, number>): Promise<Settings> {
  const { bundle, ledger, importId } = writing
  const prepared = new Map(Object.keys(bundle.settings).map((local) => [local, prepare(bundle, local)]))
  const keys = [...new Set([...prepared.values()].map(({ key }) => key))]
  const before = await load(writing, keys)
  const added = new Map<string, Prepared>()
  const relabelled = new Map<string, string>()
  for (const [local, setting] of prepared) {
    const { key, label, chosenLabel } = setting
    const other = added.get(key)?.label ?? before.get(key)?.label
    if (other === undefined) {
      added.set(key, setting)
      ledger.count('setting', 'accepted')
    } else if (!chosenLabel || other === label) ledger.count('setting', 'duplicates')
    else if (other === defaultLabel(bundle, setting)) {
      // A chosen label wins over one made from the fields, whichever arrives first.
      const row = added.get(key)
      if (row) row.label = label
      else relabelled.set(key, label)
      ledger.count('setting', 'duplicates')
    } else {
      const reason = `says '${label}', but the same setting is labelled '${other}'; what is known is not overwritten`
      ledger.reject('setting', [{ path: ['settings', local, 'label'], reason }])
    }
  }
  await insertRows(
    writing,
    'setting',
    [...added.values()].map((setting) => rowOf(setting, bundle, benchmarks, importId)),
  )
  await updateRows(
    writing,
    'setting',
    'key',
    [...relabelled].map(([key, label]) => ({ key, label })),
  )
  const after = await load(writing, keys)
  const get = (local: string) => must(prepared, local)
  return {
    id: (local) => must(after, get(local).key).id,
    key: (local) => get(local).key,
    content: (local) => get(local).content,
    benchmark: (local) => get(local).benchmark,
    label: (local) => must(after, get(local).key).label,
  }
}

async function load({ rows }: Writing, keys: string[]): Promise<Map<string, { id: number; label: string }>> {
  const found = await rows<{ id: number; key: string; label: string }>(
    'SELECT id, key, label FROM setting WHERE key = ANY($1::text[])',
    keys,
  )
  return new Map(found.map((row) => [row.key, row]))
}

function prepare(bundle: Bundle, local: string): Prepared {
  const setting = wholeSetting(bundle.settings, local)
  if (!setting?.benchmark) throw new Error(`the writer lost the setting '${local}'`)
  const content = contentOf(bundle, setting, setting.benchmark)
  const definition = parametersOf(Object.fromEntries(definitionFields.map((field) => [field, setting[field]])))
  const made = {
    key: settingKey(content),
    content,
    benchmark: setting.benchmark,
    definition,
    protocol: parametersOf(setting.protocol),
  }
  const label = setting.label ?? defaultLabel(bundle, made)
  return { ...made, label, chosenLabel: setting.label !== undefined }
}

function contentOf(bundle: Bundle, setting: BundleSetting, benchmark: string): SettingContent {
  const field = (name: (typeof definitionFields)[number]): KnownField | null => {
    const [known] = parametersOf({ [name]: setting[name] })
    return known ? { value: known.value, basis: known.basis, reason: known.reason ?? null } : null
  }
  const direction = field('higherIsBetter')
  return {
    benchmark: benchmarkIdentity(bundle.benchmarks[benchmark]?.name ?? ''),
    edition: field('edition'),
    subset: field('subset'),
    metric: field('metric'),
    unit: field('unit'),
    higherIsBetter: direction && { ...direction, value: direction.value === null ? null : direction.value === 'true' },
    min: field('min'),
    max: field('max'),
    protocol: parametersOf(setting.protocol),
  }
}

/** "RM-Bench, Chat, accuracy (%)". */
function defaultLabel(bundle: Bundle, { content, benchmark }: Pick<Prepared, 'content' | 'benchmark'>): string {
  const { subset, metric, unit } = content
  const measure = [metric?.value, unit?.value ? `(${unit.value})` : null].filter(Boolean).join(' ')
  return [bundle.benchmarks[benchmark]?.name, subset?.value, measure].filter(Boolean).join(', ')
}

function rowOf(
  { key, label, content, benchmark, definition, protocol }: Prepared,
  bundle: Bundle,
  benchmarks: ReadonlyMap<string, number>,
  importId: number,
) {
  return {
    key,
    label,
    benchmark_id: must(benchmarks, benchmarkIdentity(bundle.benchmarks[benchmark]?.name ?? '')),
    edition: content.edition?.value ?? null,
    subset: content.subset?.value ?? null,
    metric: content.metric?.value ?? null,
    unit: content.unit?.value ?? null,
    higher_is_better: content.higherIsBetter?.value ?? null,
    min: content.min?.value ?? null,
    max: content.max?.value ?? null,
    definition,
    protocol,
    import_id: importId,
  }
}
