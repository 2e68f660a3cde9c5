// Every type that others point at, and the one connection type of each; the fields are in a file a type.
import { builder } from './builder.ts'
import { resolveType } from './type-name.ts'

const Node = builder.nodeInterfaceRef()

const nodeType = { interfaces: [Node] }

export const Model = builder.prismaObject('Model', {
  ...nodeType,
  description: 'What was evaluated: a checkpoint, a system or a method.',
})
export const Benchmark = builder.prismaObject('Benchmark', {
  ...nodeType,
  description: 'A test. `mbpp` and `mbpp+`, RewardBench and RewardBench 2 are different benchmarks.',
})
export const Setting = builder.prismaObject('Setting', {
  ...nodeType,
  description:
    'The comparability class of scores: benchmark, edition, subset, metric, unit, direction and protocol. One node for all observations made under it.',
})
export const Observation = builder.prismaObject('Observation', {
  ...nodeType,
  description:
    'One claim: this source prints this value for this model under this setting at this place. Never edited, never deleted.',
})
export const Source = builder.prismaObject('Source', {
  ...nodeType,
  description:
    'A document at a version: a paper, a model card as of a day, a leaderboard, an aggregator’s page, a run log.',
})
export const Author = builder.prismaObject('Author', {
  ...nodeType,
  description: 'A person or an organisation.',
})
export const ResultTable = builder.prismaObject('ResultTable', {
  ...nodeType,
  description: 'A table of results, as its source prints it, cell by cell.',
})
export const Fact = builder.prismaObject('Fact', {
  ...nodeType,
  description: 'A property of a model that a source states: licence, parameters, release date …',
})
export const Import = builder.prismaObject('Import', {
  ...nodeType,
  description: 'One import that changed something: what was read, and what became of every row of it.',
})

export const Note = builder.prismaInterface('Note', {
  interfaces: [Node],
  resolveType,
  description: 'Something said about nodes: by a source, by an audit or by a person.',
})
// The id of a note is the one that Note resolves, so Note comes after Node.
const noteType = { interfaces: [Node, Note] }
export const UnresolvedIssue = builder.prismaObject('Note', {
  ...noteType,
  variant: 'UnresolvedIssue',
  description: 'The evidence contradicts itself here, or can be read in more than one way.',
})
export const NotPublished = builder.prismaObject('Note', {
  ...noteType,
  variant: 'NotPublished',
  description:
    'A source was read and something is not in it. Different from null, which means that Whence does not know.',
})
export const Remark = builder.prismaObject('Note', {
  ...noteType,
  variant: 'Remark',
  description: 'What a source says about its own figures that is neither an issue nor a gap.',
})

export const Alias = builder.prismaObject('Alias', { description: 'A name under which a source prints the model.' })
export const Authorship = builder.prismaObject('Authorship', {
  description: 'One author of a source, in the place and spelling that the source prints.',
})
export const Derivation = builder.prismaObject('Derivation', { description: 'One observation follows from others.' })
export const TableColumn = builder.prismaObject('TableColumn', { description: 'A column of a published table.' })
export const TableRow = builder.prismaObject('TableRow', { description: 'A row of a published table.' })
export const TableCell = builder.prismaObject('TableCell', { description: 'A cell of a published table.' })
export const Rejection = builder.prismaObject('Rejection', { description: 'A row that an import refused, and why.' })

export const NoteSubject = builder.unionType('NoteSubject', {
  types: [Model, Benchmark, Setting, Observation, Source, ResultTable, Author],
  resolveType,
  description: 'What a note can be about. This list grows: keep a default branch.',
})
export const SearchResult = builder.unionType('SearchResult', {
  types: [Model, Benchmark, Source, Author],
  resolveType,
  description: 'What a search finds. This list grows: keep a default branch.',
})

const connection = <Type extends Parameters<typeof builder.connectionObject>[0]['type']>(
  name: string,
  type: Type,
  items: string,
) =>
  builder.connectionObject(
    { type, name: `${name}Connection`, description: `A page of ${items}.` },
    { name: `${name}Edge`, description: `One of ${items}, with its place in the list.` },
  )

export const ModelConnection = connection('Model', Model, 'models')
export const BenchmarkConnection = connection('Benchmark', Benchmark, 'benchmarks')
export const SettingConnection = connection('Setting', Setting, 'settings')
export const ObservationConnection = connection('Observation', Observation, 'observations')
export const SourceConnection = connection('Source', Source, 'sources')
export const AuthorConnection = connection('Author', Author, 'authors')
export const ResultTableConnection = connection('ResultTable', ResultTable, 'published tables')
export const TableRowConnection = connection('TableRow', TableRow, 'rows of a table')
export const FactConnection = connection('Fact', Fact, 'facts')
export const AliasConnection = connection('Alias', Alias, 'aliases')
export const AuthorshipConnection = connection('Authorship', Authorship, 'authorships, in printed order')
export const DerivationConnection = connection('Derivation', Derivation, 'derivations')
export const UnresolvedIssueConnection = connection('UnresolvedIssue', UnresolvedIssue, 'unresolved issues')
export const NotPublishedConnection = connection('NotPublished', NotPublished, 'gaps')
export const RemarkConnection = connection('Remark', Remark, 'remarks')
export const NoteSubjectConnection = connection('NoteSubject', NoteSubject, 'subjects of a note')
export const SearchConnection = connection('Search', SearchResult, 'search results')
export const ImportConnection = connection('Import', Import, 'imports')
export const RejectionConnection = connection('Rejection', Rejection, 'rejected rows')
