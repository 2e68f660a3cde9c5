// Writes the committed SDL of the graph, or (`--check`) fails when it differs from the code.
import { readFile, writeFile } from 'node:fs/promises'
import { printSchema } from 'graphql'
import { buildGraph } from '../src/graph.ts'

// The whole graph, mutations included; for composers what is served by default, without them.
const { schema } = buildGraph({ curation: true })
const { subgraphSdl } = buildGraph()
const files = { 'schema.graphql': printSchema(schema), 'subgraph.graphql': subgraphSdl }

for (const [name, text] of Object.entries(files)) {
  const path = new URL(`../${name}`, import.meta.url)
  const wanted = `${text}\n`
  if (!process.argv.includes('--check')) await writeFile(path, wanted)
  else if ((await readFile(path, 'utf8').catch(() => '')) !== wanted) {
    console.error(`${name} is not what the code says. Run "npm run schema", read the difference and commit it.`)
    process.exitCode = 1
  }
}
