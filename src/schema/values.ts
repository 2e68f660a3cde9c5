// Values without an identity of their own: parameters, intervals, uncertainties, places, resolutions.
import type { Parameter } from '../domain/parameters.ts'
import { builder } from './builder.ts'
import { Basis } from './enums.ts'

export const EvidenceParameter = builder.objectRef<Parameter>('EvidenceParameter').implement({
  shareable: true,
  description: 'A named value, with how it is known.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'Its name, as the source or the field calls it: "shots", "Judge Backbone".',
    }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'Its value; null where the source does not state it.',
    }),
    basis: t.field({ type: Basis, description: 'How it is known.', resolve: (parameter) => parameter.basis }),
    reason: t.string({
      nullable: true,
      description: 'Why it is inferred; null unless it is.',
      resolve: (parameter) => parameter.reason,
    }),
  }),
})

/** Parameters as they are stored: a JSON array that the database has checked. */
export const parametersIn = (stored: unknown): Parameter[] => stored as Parameter[]

export const RoundingInterval = builder.objectRef<{ lower: string; upper: string }>('RoundingInterval').implement({
  shareable: true,
  description: 'The values that would print as this one: half a unit of the last printed place to either side.',
  fields: (t) => ({
    lower: t.field({ type: 'Decimal', description: 'The smallest of them.', resolve: (interval) => interval.lower }),
    upper: t.field({ type: 'Decimal', description: 'The largest of them.', resolve: (interval) => interval.upper }),
  }),
})

interface UncertaintyShape {
  text: string
  plusMinus: string | null
  lower: string | null
  upper: string | null
  kind: string | null
}
export const Uncertainty = builder.objectRef<UncertaintyShape>('Uncertainty').implement({
  shareable: true,
  description: 'How uncertain the source says a value is.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'As printed: "± 0.0015".' }),
    plusMinus: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Half the width of a symmetric uncertainty, in the unit of the value; null if it is not symmetric.',
      resolve: (uncertainty) => uncertainty.plusMinus,
    }),
    lower: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'The lower bound, in the unit of the value; null where none is printed.',
      resolve: (uncertainty) => uncertainty.lower,
    }),
    upper: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'The upper bound, in the unit of the value; null where none is printed.',
      resolve: (uncertainty) => uncertainty.upper,
    }),
    kind: t.exposeString('kind', {
      nullable: true,
      description: 'What it is ("standard error", "95% CI"); null where the source does not say.',
    }),
  }),
})

type LocatorShape = Record<'table' | 'row' | 'column' | 'page' | 'text', string | null>
export const Locator = builder.objectRef<LocatorShape>('Locator').implement({
  shareable: true,
  description: 'Where in its source something stands, as far as it is known.',
  fields: (t) => ({
    table: t.exposeString('table', { nullable: true, description: 'The table: its number or heading.' }),
    row: t.exposeString('row', { nullable: true, description: 'The row heading, as printed.' }),
    column: t.exposeString('column', {
      nullable: true,
      description: 'The column heading, or its number where that is lost.',
    }),
    page: t.exposeString('page', { nullable: true, description: 'The page, section or path.' }),
    text: t.exposeString('text', { nullable: true, description: 'Words that lead to the place.' }),
  }),
})

type Located = {
  locatorTable: string | null
  locatorRow: string | null
  locatorColumn: string | null
  locatorPage: string | null
  locatorText: string | null
}
/** The locator of a row, or null if it has none of its parts. */
export function locatorOf(row: Located): LocatorShape | null {
  const { locatorTable: table, locatorRow, locatorColumn: column, locatorPage: page, locatorText: text } = row
  return (table ?? locatorRow ?? column ?? page ?? text) ? { table, row: locatorRow, column, page, text } : null
}

export const IssueResolution = builder
  .objectRef<{ by: string; at: Date; reason: string }>('IssueResolution')
  .implement({
    description: 'How an issue was settled.',
    fields: (t) => ({
      by: t.exposeString('by', { description: 'Who settled it.' }),
      at: t.field({ type: 'DateTime', description: 'When.', resolve: (resolution) => resolution.at }),
      reason: t.exposeString('reason', { description: 'Why it counts as settled.' }),
    }),
  })
