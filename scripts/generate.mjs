// Generates what is not committed: the Prisma client, the Pothos types, and the types of the example client's queries.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { generate, loadContext } from '@graphql-codegen/cli'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

// `prisma generate` insists on a schema-engine binary that it never runs and would download; naming an executable that
// exists keeps the step offline (docs/dependencies.md).
const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js')
execFileSync(process.execPath, [prisma, 'generate'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  },
})

const codegen = await loadContext('examples/client/codegen.ts')
codegen.updateConfig({ silent: true })
await generate(codegen)
