// Reads all evidence on one model, page by page.
import { GraphQLClient } from 'graphql-request'
import {
  GapsDocument,
  type GapsQuery,
  IssuesDocument,
  type IssuesQuery,
  ScoresDocument,
  type ScoresQuery,
  SuggestionsDocument,
} from './generated/graphql.ts'

type Model<Query extends { model?: unknown }> = NonNullable<Query['model']>
export type Score = Model<ScoresQuery>['observations']['nodes'][number]
export type Issue = Model<IssuesQuery>['unresolvedIssues']['nodes'][number]
export type Gap = Model<GapsQuery>['notPublished']['nodes'][number]

export interface Evidence {
  name: string
  developers: string[]
  scores: Score[]
  issues: Issue[]
  gaps: Gap[]
}

interface Page<Node> {
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
  nodes: Node[]
}

/** All nodes of a list: asks for one page after the other, each behind the last cursor of the one before. */
async function allNodes<Node>(readPage: (after?: string | null) => Promise<Page<Node> | undefined>): Promise<Node[]> {
  const nodes: Node[] = []
  let after: string | null | undefined
  for (;;) {
    const page = await readPage(after)
    if (!page) return nodes
    nodes.push(...page.nodes)
    if (!page.pageInfo.hasNextPage) return nodes
    after = page.pageInfo.endCursor
  }
}

/** Everything published about a model, `first` nodes a request; undefined where no model has the slug. */
export async function readEvidence(client: GraphQLClient, slug: string, first: number): Promise<Evidence | undefined> {
  let model: Model<ScoresQuery> | null | undefined
  const scores = await allNodes(async (after) => {
    model = (await client.request(ScoresDocument, { slug, first, after })).model
    return model?.observations
  })
  if (!model) return undefined
  const [issues, gaps] = await Promise.all([
    allNodes(async (after) => (await client.request(IssuesDocument, { slug, first, after })).model?.unresolvedIssues),
    allNodes(async (after) => (await client.request(GapsDocument, { slug, first, after })).model?.notPublished),
  ])
  return { name: model.name, developers: model.developers.map(({ name }) => name), scores, issues, gaps }
}

/**
 * Models that a mistyped slug or name may mean, as "slug (name)": those that print it as a name; otherwise those whose
 * names have its words, with fewer and fewer of its last words until something is found.
 */
export async function suggest(client: GraphQLClient, name: string): Promise<string[]> {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  for (let count = words.length; count > 0; count -= 1) {
    const { matchModels, search } = await client.request(SuggestionsDocument, {
      name,
      words: words.slice(0, count).join(' '),
    })
    const models = [...matchModels.map(({ model }) => model), ...search.nodes.filter((node) => 'slug' in node)]
    if (models.length > 0) return [...new Set(models.map((model) => `${model.slug} (${model.name})`))]
  }
  return []
}

export const connect = (url: string): GraphQLClient => new GraphQLClient(url)
