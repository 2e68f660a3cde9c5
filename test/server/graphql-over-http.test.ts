// The GraphQL-over-HTTP audit suite: every check of it passes.
import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { serveApp } from '../support/request.ts'

const db = useDatabase()
let app: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  app = await serveApp({ db })
})
afterAll(() => app.close())

const audits = serverAudits({ url: () => `${app.url}/graphql` })

test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s %s', async (_id, _name, audit) => {
  const result = await audit.fn()
  expect(result.status === 'ok' ? 'ok' : `${result.status}: ${result.reason}`).toBe('ok')
})
