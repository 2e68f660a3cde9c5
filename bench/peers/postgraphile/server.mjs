// PostGraphile 5 on the benchmark's database, as its documentation advises for production; prints its URL.
// Run it with the runtime that npm brings (node_modules/node/bin/node): PostGraphile 5 needs Node 22.
import { createServer } from 'node:http'
import { Pool } from 'pg'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { jsonPgSmartTags } from 'postgraphile/utils'
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter'

const pool = new Pool({
  connectionString: process.env.BENCH_DATABASE_URL,
  max: Number(process.env.BENCH_POOL_SIZE),
  application_name: 'postgraphile',
})

// Whence's composite foreign keys (id and slug) become ones on the id alone, which its indexes serve.
const tags = jsonPgSmartTags({
  version: 1,
  config: {
    class: {
      observation: {
        tags: {
          foreignKey: ['(model_id) references model (id)', '(benchmark_id) references benchmark (id)'],
          unique: 'key',
        },
      },
      // Prisma makes unique indexes, which are no constraints: PostGraphile has to be told of them.
      ...Object.fromEntries(
        ['model', 'benchmark', 'source', 'author'].map((name) => [name, { tags: { unique: 'slug' } }]),
      ),
      setting: { tags: { unique: 'key' } },
    },
    // Their column "id" is called rowId, as the id of the Node interface is taken.
    attribute: { 'table_cell.row_id': { tags: { name: 'table_row_id' } } },
    constraint: {
      'observation.observation_model_id_model_slug_fkey': { tags: { behavior: '-*' } },
      'observation.observation_benchmark_id_benchmark_slug_fkey': { tags: { behavior: '-*' } },
    },
  },
})

const preset = {
  extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
  plugins: [tags],
  // Filters also on columns without an index of their own, such as the state of a note.
  disablePlugins: ['MutationPlugin', 'SubscriptionPlugin', 'PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ pool, schemas: ['public', 'peer'] })],
  schema: { connectionFilterRelations: true, defaultBehavior: '-insert -update -delete' },
  grafast: { explain: false },
  // The string optimisation of its executor: the answer is written as text at once.
  grafserv: { graphiql: false, outputDataAsString: true, watch: false },
}

const pgl = postgraphile(preset)
const serv = pgl.createServ(grafserv)
const server = createServer()
await serv.addTo(server)
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/graphql` }))
})
process.on('SIGTERM', () => process.exit(0))
if (process.env.BENCH_PRINT_SCHEMA) {
  const { printSchema } = await import('graphql')
  console.error(printSchema(await pgl.getSchema()))
}
