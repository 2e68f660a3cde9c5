// The filter and order arguments of lists, the same wherever a list of that kind is found.
import { builder } from './builder.ts'
import {
  AuthorFilter,
  BenchmarkFilter,
  ModelFilter,
  ModelOrder,
  NotPublishedFilter,
  ObservationFilter,
  ObservationOrder,
  SettingFilter,
  SourceFilter,
  UnresolvedIssueFilter,
} from './inputs.ts'

const which = 'Only those that it matches; all of its conditions hold together.'
const order = 'The criteria, the first one first.'

export const observationArguments = builder.args((t) => ({
  filter: t.field({ type: ObservationFilter, description: which }),
  orderBy: t.field({ type: [ObservationOrder], description: order }),
}))
export const modelArguments = builder.args((t) => ({
  filter: t.field({ type: ModelFilter, description: which }),
  orderBy: t.field({ type: [ModelOrder], description: order }),
}))
export const benchmarkArguments = builder.args((t) => ({
  filter: t.field({ type: BenchmarkFilter, description: which }),
}))
export const settingArguments = builder.args((t) => ({ filter: t.field({ type: SettingFilter, description: which }) }))
export const sourceArguments = builder.args((t) => ({ filter: t.field({ type: SourceFilter, description: which }) }))
export const authorArguments = builder.args((t) => ({ filter: t.field({ type: AuthorFilter, description: which }) }))
export const issueArguments = builder.args((t) => ({
  filter: t.field({ type: UnresolvedIssueFilter, defaultValue: {}, description: `${which} Open issues by default.` }),
}))
export const notPublishedArguments = builder.args((t) => ({
  filter: t.field({ type: NotPublishedFilter, description: which }),
}))
