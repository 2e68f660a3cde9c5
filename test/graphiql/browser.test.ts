// GraphiQL in a headless Chromium that reaches nothing but the server
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readExamples } from '../../graphiql/examples.ts'
import { findChromium, launchChromium } from './chromium.ts'
import { exampleFiles } from './example-files.ts'
import { buildBundle, startStandIn } from './stand-in-server.ts'

const executable = findChromium()
if (!executable) {
  console.warn(
    'SKIPPED test/graphiql/browser.test.ts: no Chromium found. Install one, or set CHROMIUM_PATH to its path.',
  )
}
const tabNames = readExamples(exampleFiles).map(({ query }) => /^query (\w+)/m.exec(query)?.[1])

describe.skipIf(!executable)('GraphiQL in a browser', { timeout: 60_000 }, () => {
  let server: Awaited<ReturnType<typeof startStandIn>>
  let browser: Browser
  let page: Page
  let requested: string[]
  let complaints: string[]

  beforeAll(async () => {
    server = await startStandIn(await buildBundle())
    browser = await launchChromium(executable as string)
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  beforeEach(async () => {
    requested = []
    complaints = []
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.on('request', (request) => requested.push(request.url()))
    page.on('requestfailed', (request) => {
      // Aborted: a worker was still loading when the page went away.
      const reason = request.failure()?.errorText
      if (reason !== 'net::ERR_ABORTED') complaints.push(`${reason}: ${request.url()}`)
    })
    page.on(
      'response',
      (response) => response.status() >= 400 && complaints.push(`${response.status()}: ${response.url()}`),
    )
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  })
  // Whatever a test does: no other origin is asked for anything, and the console stays clean.
  afterEach(async () => {
    await page.close()
    expect(requested.filter((url) => !url.startsWith(server.url) && !/^(data|blob):/.test(url))).toEqual([])
    expect(requested.length).toBeGreaterThan(0)
    expect(complaints).toEqual([])
  })

  const open = async (path: string) => {
    await page.goto(server.url + path)
    await page.locator('.graphiql-query-editor .view-line').first().waitFor()
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const tabs = () => page.locator('.graphiql-tab-button').allTextContents()
  const editor = () => page.locator('.graphiql-query-editor .view-lines')
  const response = () => page.locator('.graphiql-response .view-lines')
  const stored = () => page.evaluate(`localStorage.getItem('graphiql:tabState') ?? ''`)

  it('loads with the examples as tabs, in order, under the title Whence', async () => {
    await open('/graphql')
    expect(await page.title()).toBe('Whence')
    expect(await tabs()).toEqual(tabNames)
    await button('TraceAScore').click()
    await expect.poll(() => editor().textContent()).toContain('query')
    await expect.poll(() => editor().textContent()).toContain('TraceAScore')
  })

  it('runs the first example and shows its result', async () => {
    await open('/graphql')
    await button(/^Execute query/).click()
    await expect.poll(() => response().textContent(), { timeout: 10_000 }).toContain('"internlm2-20b-reward"')
    expect(requested.filter((url) => url === `${server.url}/graphql`).length).toBeGreaterThan(1)
  })

  it('saves the shown list as CSV, and leads to the whole list of observations', async () => {
    await open('/graphql')
    await button(/^Execute query/).click()
    await expect.poll(() => response().textContent(), { timeout: 10_000 }).toContain('"internlm2-20b-reward"')
    const [shown] = await Promise.all([page.waitForEvent('download'), button('Save the shown list as CSV').click()])
    expect(shown.suggestedFilename()).toBe('models.csv')
    const text = await readFile(await shown.path(), 'utf8')
    expect(text).toMatch(/^slug,name,/)
    expect(text).toContain('\r\ninternlm2-20b-reward,InternLM2-20B-Reward,')

    await button('New tab').click()
    await page.locator('.graphiql-query-editor .monaco-editor').click()
    await page.keyboard.insertText('{ observations(filter: {status: [ACTIVE]}) { totalCount } }')
    const [all] = await Promise.all([
      page.waitForEvent('download'),
      button('Save all observations of this filter as CSV').click(),
    ])
    expect(all.url()).toBe(
      `${server.url}/export/observations.csv?filter=${encodeURIComponent('{"status":["ACTIVE"]}')}`,
    )
    await all.cancel()
  })

  it('opens the explorer on the schema and the query', async () => {
    await open('/graphql')
    await button('Show GraphiQL Explorer').click()
    const explorer = page.locator('.graphiql-explorer-root')
    await explorer.waitFor()
    await expect.poll(() => explorer.textContent(), { timeout: 10_000 }).toMatch(/models.*totalCount/s)
  })

  it('checks the query as it is typed, in a worker of its own', async () => {
    await open('/graphql')
    await button('New tab').click()
    await page.locator('.graphiql-query-editor .monaco-editor').click()
    await page.keyboard.insertText('query Wrong { modelz { totalCount } }')
    await page.locator('.graphiql-query-editor .squiggly-error').first().waitFor({ timeout: 20_000 })
    expect(
      page
        .workers()
        .map((worker) => worker.url())
        .join(),
    ).toContain('/graphiql/assets/graphql.worker-')
  })

  it('keeps the own tabs over a reload, and gives a closed example back from the list', async () => {
    await open('/graphql')
    await button('New tab').click()
    await page.locator('.graphiql-query-editor .monaco-editor').click()
    await page.keyboard.insertText('query Mine { models { totalCount } }')
    await expect.poll(tabs).toEqual([...tabNames, 'Mine'])
    await button('ModelPage').click()
    await page.locator('.graphiql-tab', { hasText: 'ModelPage' }).getByRole('button', { name: 'Close Tab' }).click()
    await expect.poll(stored, { timeout: 5000 }).not.toContain('query ModelPage')
    await open('/graphql')
    expect(await tabs()).toEqual([...tabNames.filter((name) => name !== 'ModelPage'), 'Mine'])

    await button('Show Examples').click()
    await button(/^Model page/).click()
    await expect.poll(async () => (await tabs()).at(-1)).toBe('ModelPage')
    await button(/^Trace a score/).click()
    expect(await tabs(), 'an example that is open is not opened twice').toHaveLength(tabNames.length + 1)
    await expect.poll(() => editor().textContent()).toContain('TraceAScore')
  })

  it('opens a shared query before the examples', async () => {
    await open(`/graphql?query=${encodeURIComponent('query Shared { models { totalCount } }')}`)
    expect(await tabs()).toEqual(['Shared', ...tabNames])
    await expect.poll(() => editor().textContent()).toContain('Shared')
  })
})
