// Clients that don't play by the rules: slow senders, vanishing ones, endless bodies; others are served meanwhile.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { askGraph, serveApp } from '../support/request.ts'

const db = useDatabase()
let app: Awaited<ReturnType<typeof serveApp>>
const sockets: Socket[] = []
beforeAll(async () => {
  app = await serveApp({ db, limits: { requestTimeoutMs: 1_000 } })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => app.close())

/** A connection that writes by hand; `ended` gives all that came back, and when. */
function open() {
  const { port, hostname } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  const began = performance.now()
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  const ended = new Promise<{ received: string; ms: number }>((resolve) => {
    const end = () => resolve({ received, ms: performance.now() - began })
    socket.on('close', end).on('error', () => {})
  })
  return { socket, ended }
}

const head = (length: number) =>
  `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** Writes one character every 50 ms until the connection is closed. */
async function dribble(socket: Socket, text: string) {
  for (const character of text) {
    if (socket.destroyed || !socket.writable) return
    socket.write(character)
    await sleep(50)
  }
}

describe('a slow loris', () => {
  test('that dribbles its body is answered 408 with a code and closed', async () => {
    const lorises = Array.from({ length: 20 }, () => {
      const { socket, ended } = open()
      socket.write(head(10_000))
      void dribble(socket, '{"query": "{ __typename }"'.padEnd(200))
      return ended
    })
    await sleep(200)
    expect((await askGraph(app.url, '{ __typename }')).answer).toEqual({ data: { __typename: 'Query' } })
    for (const { received, ms } of await Promise.all(lorises)) {
      expect(received).toMatch(/^HTTP\/1\.1 408 /)
      expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n'))).errors[0].extensions).toEqual({
        code: 'REQUEST_TIMEOUT',
      })
      expect(ms).toBeLessThan(4_000)
    }
  })

  test('that dribbles its headers is cut', async () => {
    const { socket, ended } = open()
    void dribble(socket, head(10).slice(0, -2).padEnd(400, 'x'))
    const { received, ms } = await ended
    expect(received).toMatch(/^(HTTP\/1\.1 408 |$)/)
    expect(ms).toBeLessThan(5_000)
  })
})

test('a client that vanishes in the middle of its body leaves nothing', async () => {
  for (let n = 0; n < 20; n++) {
    const { socket, ended } = open()
    socket.write(`${head(1_000)}{"query":`)
    await sleep(5)
    socket.destroy()
    await ended
  }
  expect((await askGraph(app.url, '{ __typename }')).status).toBe(200)
})

test('a body of 20 MB is refused, declared or not, and is not kept', async () => {
  const before = process.memoryUsage().rss
  const bytes = 20 * 1024 * 1024
  const headers = { 'content-type': 'application/json' }
  for (const streamed of [false, true]) {
    const body = new Blob([Buffer.alloc(bytes, 'x')])
    const init = streamed ? { body: body.stream(), duplex: 'half' } : { body }
    const response = await fetch(`${app.url}/graphql`, { method: 'POST', headers, ...init } as RequestInit)
    expect(response.status).toBe(413)
    const { errors } = await response.json()
    expect(errors[0].extensions).toMatchObject({ code: 'BODY_TOO_LARGE', asked: streamed ? null : bytes })
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  expect((await askGraph(app.url, '{ __typename }')).status).toBe(200)
})

test('what is no HTTP is closed, and headers without end are refused', async () => {
  const garbage = open()
  garbage.socket.write('\x16\x03\x01\x02\x00 this is no HTTP\r\n\r\n')
  expect((await garbage.ended).received).toMatch(/^HTTP\/1\.1 400 /)
  const endless = open()
  endless.socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`)
  expect((await endless.ended).received).toMatch(/^HTTP\/1\.1 431 /)
})
