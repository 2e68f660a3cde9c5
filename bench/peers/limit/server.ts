// The limit: what is left when there is no GraphQL. One prepared statement a query, sent on as PostgreSQL wrote it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { makeQueries } from '../../queries/all.ts'

const pool = new pg.Pool({
  connectionString: process.env.BENCH_DATABASE_URL,
  max: Number(process.env.BENCH_POOL_SIZE),
  application_name: 'limit',
})
const client = new pg.Client({ connectionString: process.env.BENCH_DATABASE_URL })
await client.connect()
const statements = new Map((await makeQueries(client)).map(({ id, limit }) => [id, limit.text]))
await client.end()

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', async () => {
    try {
      const { id, values } = JSON.parse(body)
      const { rows } = await pool.query<[string]>({
        name: id,
        text: statements.get(id) ?? '',
        values,
        rowMode: 'array',
      } as never)
      const answer = Buffer.from(`{"data":${rows[0]?.[0] ?? 'null'}}`)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
      response.end(answer)
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ errors: [{ message: String(error) }] }))
    }
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.on('SIGTERM', () => process.exit(0))
