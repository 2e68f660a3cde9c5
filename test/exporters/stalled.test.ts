// A stream of chunks: as fast as the client takes them, and not for clients that take nothing.
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { stream } from '../../src/exporters/answer.ts'
import { eventually } from '../support/processes.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Serves endless chunks of 64 KB; tells how many were made and whether their maker was told to stop. */
async function serve(stallMs: number, fail = false) {
  const made = { chunks: 0, stopped: false, error: undefined as unknown }
  async function* endless() {
    try {
      for (;;) {
        made.chunks += 1
        yield 'x'.repeat(65_536)
        if (fail && made.chunks === 3) throw new Error('broken')
      }
    } finally {
      made.stopped = true
    }
  }
  const server = createServer((request, response) => {
    stream(request, response, endless(), stallMs).catch((error) => {
      made.error = error
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
  return { made, connections, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Asks and reads nothing of the answer. */
function ask(url: string) {
  const request = httpRequest(url)
  request.on('error', () => {})
  request.on('response', (response) => {
    response.pause()
    response.on('error', () => {})
  })
  request.end()
  return { leave: () => request.destroy() }
}

test('chunks are made only as far as buffers go; a client that takes nothing is cut off', async () => {
  const { made, url, connections } = await serve(500)
  ask(url)
  expect(await eventually(() => made.chunks > 0)).toBe(true)
  await sleep(200)
  const before = made.chunks
  await sleep(200)
  expect(made.chunks).toBe(before)
  expect(before * 65_536).toBeLessThan(32 * 1024 * 1024)
  expect(await eventually(() => made.stopped, 5_000)).toBe(true)
  expect(await eventually(async () => (await connections()) === 0, 5_000)).toBe(true)
  expect(made.error).toBeUndefined()
})

test('a client that goes away stops the making, and is no failure', async () => {
  const { made, url } = await serve(60_000)
  const { leave } = ask(url)
  expect(await eventually(() => made.chunks > 0)).toBe(true)
  leave()
  expect(await eventually(() => made.stopped, 5_000)).toBe(true)
  expect(made.error).toBeUndefined()
})

test('what fails half-way cuts the answer off', async () => {
  const { made, url } = await serve(60_000, true)
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow()
  expect(made.error).toMatchObject({ message: 'broken' })
})
