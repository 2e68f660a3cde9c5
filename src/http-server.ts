// Listens on a port, and closes without cutting off a request under way.
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartupError } from './startup-error.ts'

export interface Listening {
  /** "http://127.0.0.1:4000" */
  url: string
  /**
   * Takes no new connections, answers the requests under way and drops idle connections. After `fuseMs` it cuts
   * what is left and resolves with the number of requests that were cut.
   */
  close(fuseMs: number): Promise<number>
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): StartupError {
  const options = { cause: error }
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(
        'PORT_TAKEN',
        `Port ${port} on ${host} is taken.`,
        'Set PORT to another one, or to 0 for any free port.',
        options,
      )
    case 'EACCES':
      return new StartupError('PORT_FORBIDDEN', `Port ${port} may not be used.`, 'Set PORT to 1024 or more.', options)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError('HOST_UNKNOWN', `${host} is no address of this machine.`, 'Set HOST.', options)
    default:
      return new StartupError('LISTEN_FAILED', `Can't listen on ${host}:${port}: ${error.message}`, undefined, options)
  }
}

/**
 * @param arrivalMs milliseconds in which a request must have arrived, headers and body; 0 for no limit
 * @throws StartupError PORT_TAKEN, PORT_FORBIDDEN, HOST_UNKNOWN, LISTEN_FAILED
 */
export async function listen(
  handler: RequestListener,
  host: string,
  port: number,
  arrivalMs = 10_000,
): Promise<Listening> {
  const underWay = new Set<ServerResponse>()
  let closing = false
  const timeouts = {
    headersTimeout: arrivalMs,
    // For paths that read no body; those that do give up by themselves, with a coded error.
    requestTimeout: arrivalMs === 0 ? 0 : arrivalMs + 1_000,
    connectionsCheckingInterval: Math.min(1_000, arrivalMs || 1_000),
  }
  const server = createServer(timeouts, (request, response) => {
    underWay.add(response)
    if (closing) response.shouldKeepAlive = false
    response.once('close', () => {
      underWay.delete(response)
      if (closing) server.closeIdleConnections()
    })
    handler(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${shown}:${address.port}`,
    async close(fuseMs) {
      closing = true
      for (const response of underWay) if (!response.headersSent) response.shouldKeepAlive = false
      let cut = 0
      const fuse = setTimeout(() => {
        cut = underWay.size
        server.closeAllConnections()
      }, fuseMs)
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeIdleConnections()
      })
      clearTimeout(fuse)
      return cut
    },
  }
}
