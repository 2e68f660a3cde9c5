// Starts the programs of the example, each in its own folder with its own packages, and stops them again.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Installs the packages of a folder as its lock file has them, unless they are there. Rejects with npm's own words. */
export async function install(name: string): Promise<void> {
  const cwd = folder(name)
  if (existsSync(`${cwd}/node_modules/.package-lock.json`)) return
  // No package of these needs its install script.
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd })
}

export interface Program {
  /** "http://127.0.0.1:4001" */
  url: string
  /** What it has printed so far. */
  output(): string
  /** Asks it to stop and waits until it has. */
  close(): Promise<void>
}

/**
 * Starts Node in a folder and waits until the program prints where it listens.
 * @param url finds that address in a line
 * @throws Error with all that it printed, when it ends before
 */
export async function start(cwd: string, args: string[], env: Record<string, string>, url: RegExp): Promise<Program> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const lines: string[] = []
  const found = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        const match = url.exec(line)
        if (match?.[1]) resolve(match[1])
      })
    }
  })
  const close = async () => {
    child.kill('SIGTERM')
    const stopped = await Promise.race([ended, sleep(15_000, undefined, { ref: false })])
    if (!stopped) child.kill('SIGKILL')
    await ended
  }
  const first = await Promise.race([found, ended.then(() => undefined)])
  if (first === undefined) throw new Error(`${args.join(' ')} ended before it was ready:\n${lines.join('\n')}`)
  return { url: first, output: () => lines.join('\n'), close }
}

/** A port of loopback that nothing listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('the port has no number')
  return address.port
}
