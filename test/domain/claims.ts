// Claims for tests: made by hand, and read from the bundles of the built-in catalogue without a database.
import { readFileSync } from 'node:fs'
import type { Claim, ClaimSetting } from '../../src/domain/claim.ts'
import { sourceWork } from '../../src/domain/identity.ts'
import { type Parameter, parametersKey } from '../../src/domain/parameters.ts'
import { readPrinted } from '../../src/domain/printed-number.ts'
import { slugify } from '../../src/domain/slugs.ts'
import type { Bundle } from '../../src/importers/bundle/format.ts'
import { parseBundle } from '../../src/importers/bundle/parse.ts'
import { wholeSetting } from '../../src/importers/bundle/settings.ts'
import { claimsOf, parametersOf } from '../../src/importers/writer/claims.ts'

export const stated = (fields: Record<string, string | null>): Parameter[] =>
  Object.entries(fields).map(([name, value]) => ({ name, value, basis: value === null ? 'UNSTATED' : 'STATED' }))

/** Every setting is of its own key, made of its fields, unless a key is given. */
export function setting(fields: Partial<ClaimSetting> = {}): ClaimSetting {
  const whole = {
    ...{ benchmark: 'gsm8k', edition: null, subset: null, metric: 'accuracy', unit: '%', higherIsBetter: true },
    ...{ min: null, max: null, definition: [], protocol: [] },
    ...fields,
  }
  return { key: JSON.stringify(whole), label: `${whole.benchmark}, ${whole.metric}`, ...whole }
}

let made = 0

/** A claim that prints `printed`; numbers follow from the text. Source, table and row are one for all unless given. */
export function claim(printed: string, fields: Partial<Claim> = {}): Claim {
  const { value, decimals, interval, uncertainty } = readPrinted(printed)
  made++
  const model = fields.model ?? 'm'
  return {
    ...{ key: `c${String(made).padStart(5, '0')}`, model, modelName: model, reportedName: model, configurationKey: '' },
    ...{ setting: setting(), source: source('paper'), readFrom: null, printed, value, decimals, interval },
    uncertainty,
    ...{
      sampleSize: null,
      status: 'ACTIVE',
      evidence: 'UNKNOWN',
      measuredAt: null,
      publishedAt: null,
      retrievedAt: null,
    },
    ...{ table: null, row: null, locatorTable: null },
    ...fields,
  } as Claim
}

export const source = (slug: string, fields: Partial<Claim['source']> = {}): Claim['source'] => ({
  ...{ slug, title: slug, work: slug, version: null },
  ...fields,
})

/** The claims of a bundle in data/, "rm-bench"; keys are its places, so they are the same each time. */
export function claimsOfFile(name: string): Claim[] {
  const file = `data/${name}.yaml`
  return bundleClaims(parseBundle(readFileSync(file, 'utf8'), file).bundle, name)
}

export function bundleClaims(bundle: Bundle, prefix: string): Claim[] {
  const settings = new Map(Object.keys(bundle.settings).map((local) => [local, settingOf(bundle, local)]))
  const sources = new Map(
    Object.entries(bundle.sources).map(([local, { title, slug, version, kind, work }]) => {
      const own = { slug: slug ?? slugify(version ? `${title} ${version}` : title), title, version: version ?? null }
      return [local, { ...own, work: sourceWork({ title, kind, work: work ?? null }) }]
    }),
  )
  return claimsOf(bundle).flatMap((found): Claim[] => {
    const { value, decimals, interval, uncertainty, placeholder } = readPrinted(found.printed)
    const [place, from] = [settings.get(found.setting ?? ''), sources.get(found.source)]
    if (placeholder || !place || !from) return []
    const name = bundle.models[found.model ?? '']?.name ?? found.reportedName
    const { evidence = 'UNKNOWN', status = 'ACTIVE', sampleSize = null, measuredAt = null } = found.fields
    return [
      {
        key: `${prefix}:${found.path.join('.')}`,
        ...{ model: slugify(name), modelName: name, reportedName: found.reportedName, setting: place, source: from },
        ...{ configurationKey: parametersKey(found.configuration), printed: found.printed, value, decimals, interval },
        uncertainty,
        readFrom: found.readFrom === null ? null : (sources.get(found.readFrom)?.slug ?? null),
        ...{ sampleSize, status, evidence, measuredAt: measuredAt ?? null },
        ...{ publishedAt: found.publishedAt, retrievedAt: found.retrievedAt },
        ...{ table: found.locator.table ?? null, row: found.cell ? `${found.cell.table} ${found.cell.row}` : null },
        locatorTable: found.locator.table ?? null,
      },
    ]
  })
}

function settingOf(bundle: Bundle, local: string): ClaimSetting {
  const whole = wholeSetting(bundle.settings, local)
  const fields = ['edition', 'subset', 'metric', 'unit', 'higherIsBetter', 'min', 'max'] as const
  const definition = parametersOf(Object.fromEntries(fields.map((field) => [field, whole?.[field]])))
  const value = (name: string) => definition.find((known) => known.name === name)?.value ?? null
  const benchmark = slugify(bundle.benchmarks[whole?.benchmark ?? '']?.name ?? '')
  const [subset, metric, unit] = [value('subset'), value('metric'), value('unit')]
  const direction = value('higherIsBetter')
  return setting({
    ...{ benchmark, subset, metric, unit, edition: value('edition'), min: value('min'), max: value('max') },
    ...{ higherIsBetter: direction === null ? null : direction === 'true', definition },
    protocol: parametersOf(whole?.protocol),
    label: [bundle.benchmarks[whole?.benchmark ?? '']?.name, subset, metric].filter(Boolean).join(', '),
  })
}
