// A reading list as a subgraph: papers that Whence knows by their versioned arXiv ids.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { parse } from 'graphql'
import { createYoga } from 'graphql-yoga'

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')

const entries = JSON.parse(read('entries.json'))
  .map(({ arxivVersionedId, title, ...entry }) => ({ ...entry, source: { arxivVersionedId, title } }))
  .sort((a, b) => b.addedOn.localeCompare(a.addedOn))

const resolvers = {
  Query: {
    readingList: (_, args) => entries.filter((entry) => typeof args.read !== 'boolean' || entry.read === args.read),
  },
  Source: {
    __resolveReference: (reference) => reference,
    // Whence says null for a source without a versioned arXiv id: no entry has that.
    reading: ({ arxivVersionedId }) =>
      entries.find(({ source }) => source.arxivVersionedId === arxivVersionedId) ?? null,
  },
  Note: {
    __resolveReference: (reference) => reference,
    thread: ({ key }) => `https://talk.example/notes/${key}`,
  },
}

const yoga = createYoga({
  schema: buildSubgraphSchema({ typeDefs: parse(read('schema.graphql')), resolvers }),
  logging: 'warn',
})
const server = createServer(yoga)
server.listen(Number(process.env.PORT ?? 4002), process.env.HOST ?? '127.0.0.1', () =>
  console.log(`The reading list is at http://127.0.0.1:${server.address().port}/graphql`),
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
