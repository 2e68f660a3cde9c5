// Listening and closing, without the graph.
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { type Listening, listen } from '../../src/http-server.ts'

let server: Listening | undefined
afterEach(async () => {
  await server?.close(0)
  server = undefined
})

describe('close', () => {
  test('cuts what does not end within the fuse, and says how much that was', async () => {
    let arrived = 0
    server = await listen(() => void arrived++, '127.0.0.1', 0)
    const asked = [fetch(server.url), fetch(server.url)].map((answer) => answer.then(String, () => 'cut'))
    while (arrived < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    const began = Date.now()
    expect(await server.close(200)).toBe(2)
    expect(Date.now() - began).toBeGreaterThanOrEqual(190)
    expect(await Promise.all(asked)).toEqual(['cut', 'cut'])
  })

  test('waits for an answer that is being written, and then closes its connection', async () => {
    let finish = () => {}
    server = await listen(
      (_request, response) => {
        response.write('half ')
        finish = () => response.end('and whole')
      },
      '127.0.0.1',
      0,
    )
    const response = await fetch(server.url)
    const closed = server.close(5_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    finish()
    expect(await response.text()).toBe('half and whole')
    expect(await closed).toBe(0)
  })
})

describe('listen', () => {
  test('tells an address that is not of this machine', async () => {
    await expect(listen(() => {}, '192.0.2.1', 0)).rejects.toMatchObject({ code: 'HOST_UNKNOWN' })
  })

  const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === '::1'),
  )

  test.runIf(hasIPv6)('puts IPv6 addresses in brackets', async () => {
    server = await listen((_request, response) => void response.end('yes'), '::1', 0)
    expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
  })
})
