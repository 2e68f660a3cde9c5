// Builds the bundle into a temporary folder and serves it over a schema just large enough for the first example
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSchema, createYoga } from 'graphql-yoga'
import { build } from 'vite'
import { useGraphiql } from '../../src/plugins/use-graphiql.ts'

const typeDefs = /* GraphQL */ `
  type Query {
    "Models, by default in the order of their names"
    models(first: Int, orderBy: [ModelOrder!]): ModelConnection!
  }
  type ModelConnection { totalCount: Int! nodes: [Model!]! }
  type Model {
    slug: String!
    name: String!
    developers: [Author!]!
    observations(first: Int): Count!
    unresolvedIssues(first: Int): Count!
  }
  type Author { name: String! }
  type Count { totalCount: Int! }
  input ModelOrder { field: ModelOrderField!, direction: EvidenceOrderDirection! = ASC }
  enum ModelOrderField { NAME OBSERVATION_COUNT }
  enum EvidenceOrderDirection { ASC DESC }
`

const model = {
  slug: 'internlm2-20b-reward',
  name: 'InternLM2-20B-Reward',
  developers: [{ name: 'InternLM' }],
  observations: { totalCount: 12 },
  unresolvedIssues: { totalCount: 1 },
}

export const schema = createSchema({
  typeDefs,
  resolvers: { Query: { models: () => ({ totalCount: 1, nodes: [model] }) } },
})

/** Builds graphiql/ into a new temporary folder (about 3 s) and gives its path. The caller removes it. */
export async function buildBundle(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'whence-graphiql-'))
  const configFile = fileURLToPath(new URL('../../graphiql/vite.config.ts', import.meta.url))
  await build({ configFile, logLevel: 'warn', build: { outDir } })
  return outDir
}

/** Serves the schema with GraphiQL from `directory` on a free port. `close` also removes the folder. */
export async function startStandIn(directory: string): Promise<{ url: string; close: () => Promise<void> }> {
  const plugins = [useGraphiql({ directory })]
  const yoga = createYoga({ schema, graphiql: false, landingPage: false, logging: false, plugins })
  const server = createServer(yoga)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await rm(directory, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
