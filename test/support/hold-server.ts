// A process of its own that runs the embedded server of a folder until it is killed; for tests that kill it.
import { startEmbedded } from '../../src/db/embedded.ts'

const server = await startEmbedded({ home: process.argv[2] ?? '', durable: false, settings: { fsync: 'off' } })
console.log(JSON.stringify({ url: server.url, pid: server.pid }))
setInterval(() => {}, 60_000)
