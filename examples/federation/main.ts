// `npm run federation`: Whence, the model registry, the reading list, and Hive Gateway over the three of them.
import { once } from 'node:events'
import { type Runtime, startGateway } from './gateway.ts'
import { folder, install, type Program, start } from './programs.ts'

const runtime: Runtime = process.argv.includes('--router-runtime') ? 'router' : 'default'
const port = Number(process.env.GATEWAY_PORT ?? 4010)
const started: Program[] = []
const stop = once(process, 'SIGINT')
const stopped = Promise.race([stop, once(process, 'SIGTERM')])

try {
  for (const name of ['model-registry', 'reading-list', 'gateway']) {
    console.log(`Packages of ${name} …`)
    await install(name)
  }
  const add = async (program: Promise<Program>) => {
    started.push(await program)
    return (await program).url
  }
  const own = /(http:\/\/127\.0\.0\.1:\d+)\/graphql/
  const server = { HOST: '127.0.0.1', PORT: '0' }
  const whence = await add(start(folder('../..'), ['bin/whence.js', 'serve'], server, own))
  const registry = await add(start(folder('model-registry'), ['server.js'], server, own))
  const reading = await add(start(folder('reading-list'), ['server.js'], server, own))
  const urls = { whence: `${whence}/graphql`, registry: `${registry}/graphql`, reading: `${reading}/graphql` }
  const gateway = await add(startGateway(urls, runtime, port))
  console.log(
    Object.entries(urls)
      .map(([name, url]) => `${name.padEnd(8)} ${url}`)
      .join('\n'),
  )
  console.log(`The supergraph is at ${gateway}/graphql. Ctrl-C stops everything.`)
  await stopped
} finally {
  for (const program of started.reverse()) await program.close()
}
