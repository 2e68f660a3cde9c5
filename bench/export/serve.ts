// The served side of the export benchmark, a process of its own: tells its memory whenever it is asked.
import { createApp } from '../../src/app.ts'
import { openDatabase } from '../../src/db/client.ts'
import { listen } from '../../src/http-server.ts'
import { createLog } from '../../src/log.ts'

const db = openDatabase(process.argv[2] ?? '', { poolSize: 10 })
const app = createApp({ db, config: { corsOrigins: '*' }, log: createLog('warn') })
const { url, close } = await listen(app.handler, '127.0.0.1', 0)
process.on('message', () => process.send?.({ rss: process.memoryUsage.rss() }))
process.on('disconnect', async () => {
  await close(1_000)
  await app.dispose()
  await db.close()
})
process.send?.({ url })
