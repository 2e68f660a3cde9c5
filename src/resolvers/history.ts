// The history of a node: what curators and audits changed on it, and what was before.
import type { Row } from '../db/columns.ts'
import { historyLists } from '../loaders/history.ts'
import type { Marked } from '../loaders/rows.ts'
import { batched, byId, byKey, paged } from '../schema/batched.ts'
import { builder } from '../schema/builder.ts'
import { Model, Note, Observation } from '../schema/refs.ts'

const kinds = {
  AUDIT: 'The audits ran, after an import or on demand.',
  FILE_ISSUE: 'A curator filed an issue.',
  RESOLVE_ISSUE: 'A curator settled an issue.',
  REOPEN_ISSUE: 'A curator opened an issue again.',
  ADD_ALIAS: 'A curator added a name of a model.',
  LINK_DERIVATION: 'A curator said that an observation follows from others.',
  SET_STATUS: 'A curator said how an observation stands.',
}
const ActKind = builder.enumType('ActKind', {
  description: 'What was done to the graph beside importing. This list grows: keep a default branch.',
  values: Object.fromEntries(Object.entries(kinds).map(([value, description]) => [value, { description }])) as Record<
    keyof typeof kinds,
    { description: string }
  >,
})

/** What the act of a change was, read once for all of a page. */
const ofAct = <Value>(told: (act: Marked<'Act'>) => Value) =>
  batched<Row<'Change'>, object, Value>(async (changes, _, { load }) => {
    const acts = await load.rows(
      'Act',
      changes.map(({ actId }) => actId),
    )
    return acts.map((act) => (act instanceof Error || act === null ? new Error('the act is gone') : told(act)))
  })

/** Texts as they are, everything else as JSON. */
const asText = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)

const HistoryEntry = builder.prismaObject('Change', {
  variant: 'HistoryEntry',
  description: 'One change of a node that an act made. Nothing is overwritten: what was before stays readable here.',
})
builder.prismaObjectFields(HistoryEntry, (t) => ({
  at: t.field({ type: 'DateTime', description: 'When.', ...ofAct(({ at }) => at) }),
  by: t.field({ type: 'String', description: 'Who: a curator’s name, or "audit".', ...ofAct(({ by }) => by) }),
  kind: t.field({ type: ActKind, description: 'What was done.', ...ofAct(({ kind }) => kind) }),
  reason: t.field({
    type: 'String',
    nullable: true,
    description: 'Why, in the curator’s words; null for audits, whose reasons are in what they find.',
    ...ofAct(({ reason }) => reason),
  }),
  field: t.exposeString('field', { description: 'What of the node changed: "state", "status", "alias" …' }),
  before: t.field({
    type: 'String',
    nullable: true,
    description: 'What was before, as text or JSON; null for something new.',
    resolve: ({ before }) => asText(before),
  }),
  after: t.field({
    type: 'String',
    nullable: true,
    description: 'What came after, as text or JSON; null for something that is gone.',
    resolve: ({ after }) => asText(after),
  }),
}))

const HistoryConnection = builder.connectionObject(
  { type: HistoryEntry, name: 'HistoryConnection', description: 'A page of a node’s history.' },
  { name: 'HistoryEdge', description: 'One change, with its place in the history.' },
)

const description = 'What curators and audits changed on it, the oldest change first; imports are not listed.'

builder.prismaInterfaceFields(Note, (t) => ({
  history: t.connection({ type: HistoryEntry, description, ...paged(historyLists.ofNote, byKey) }, HistoryConnection),
}))
builder.prismaObjectFields(Model, (t) => ({
  history: t.connection({ type: HistoryEntry, description, ...paged(historyLists.ofModel, byId) }, HistoryConnection),
}))
builder.prismaObjectFields(Observation, (t) => ({
  history: t.connection(
    { type: HistoryEntry, description, ...paged(historyLists.ofObservation, byId) },
    HistoryConnection,
  ),
}))
