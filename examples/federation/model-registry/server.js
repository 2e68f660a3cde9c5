// A model registry as a subgraph: endpoints and prices of models that Whence knows by slug. The prices are made up.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { parse } from 'graphql'
import { createYoga } from 'graphql-yoga'

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')

const endpoints = JSON.parse(read('endpoints.json'))
  .map(({ model, ...endpoint }) => ({ ...endpoint, model: { slug: model } }))
  .sort((a, b) => a.inputPrice - b.inputPrice)
const endpointsOf = (slug) => endpoints.filter(({ model }) => model.slug === slug)

const resolvers = {
  Query: {
    endpoints: (_, { atMost = Number.POSITIVE_INFINITY }) => endpoints.filter(({ inputPrice }) => inputPrice <= atMost),
  },
  Model: {
    __resolveReference: (reference) => reference,
    endpoints: ({ slug }) => endpointsOf(slug),
    bestOffer({ slug, name }) {
      const [best] = endpointsOf(slug)
      return best ? `${name} at ${best.provider}: $${best.inputPrice} a million input tokens` : null
    },
  },
  Endpoint: {
    __resolveReference: ({ provider, model }) =>
      endpointsOf(model.slug).find((endpoint) => endpoint.provider === provider) ?? null,
  },
}

const yoga = createYoga({
  schema: buildSubgraphSchema({ typeDefs: parse(read('schema.graphql')), resolvers }),
  logging: 'warn',
})
const server = createServer(yoga)
server.listen(Number(process.env.PORT ?? 4001), process.env.HOST ?? '127.0.0.1', () =>
  console.log(`The model registry is at http://127.0.0.1:${server.address().port}/graphql`),
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
