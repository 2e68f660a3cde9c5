// Generates the Prisma client and the Pothos types. `prisma generate` insists on a schema-engine binary that it
// never runs and would download; naming an executable that exists keeps the step offline (docs/dependencies.md).
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'

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
