// Settings of a bundle, each written out in full.
import type { Row } from '../../db/columns.ts'
import type { SettingContent } from '../../domain/key-content.ts'
import type { Parameter } from '../../domain/parameters.ts'
import type { Captured } from './captured.ts'
import { type Draft, type Entry, knownField, parameterMap } from './draft.ts'

const definitionOf = (setting: Row<'Setting'>) => setting.definition as unknown as Parameter[]

export function writtenSettings(draft: Draft): Entry | undefined {
  const settings = [...draft.captured.settings.values()]
  if (settings.length === 0) return undefined
  return Object.fromEntries(settings.map((setting) => [draft.setting(setting.id), written(draft, setting)]))
}

function written(draft: Draft, setting: Row<'Setting'>): Entry {
  return {
    label: setting.label === usualLabel(draft.captured, setting) ? undefined : setting.label,
    benchmark: draft.benchmark(setting.benchmarkId),
    ...Object.fromEntries(definitionOf(setting).map((field) => [field.name, knownField(field)])),
    protocol: parameterMap(setting.protocol),
  }
}

/** The label that importing makes where a file gives none. */
function usualLabel({ benchmarks }: Captured, { benchmarkId, subset, metric, unit }: Row<'Setting'>): string {
  const measure = [metric, unit ? `(${unit})` : null].filter(Boolean).join(' ')
  return [benchmarks.get(benchmarkId)?.name, subset, measure].filter(Boolean).join(', ')
}

/** What keys are made of. */
export function settingContent({ benchmarks, settings }: Captured, id: number): SettingContent {
  const setting = settings.get(id) as Row<'Setting'>
  const fields = new Map(definitionOf(setting).map((field) => [field.name, field]))
  const direction = fields.get('higherIsBetter')
  return {
    benchmark: benchmarks.get(setting.benchmarkId)?.identity ?? '',
    ...Object.fromEntries(
      ['edition', 'subset', 'metric', 'unit', 'min', 'max'].map((name) => [name, fields.get(name)]),
    ),
    higherIsBetter: direction && { ...direction, value: direction.value === null ? null : direction.value === 'true' },
    protocol: setting.protocol as unknown as Parameter[],
  }
}
