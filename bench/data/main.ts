// npm run bench:data: makes the databases of the benchmark, or finds them made.
import { makeDatabase } from './make.ts'
import { startServer } from './server.ts'
import type { Scale } from './size.ts'

const server = await startServer()
try {
  for (const scale of ['100k', '1m'] satisfies Scale[]) {
    await makeDatabase(server.url, scale, console.log)
    console.log(`${scale} is there`)
  }
} finally {
  await server.close()
}
