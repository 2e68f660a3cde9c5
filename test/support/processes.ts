// Processes that tests start and kill.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'
import { isAlive } from '../../src/db/home-lock.ts'

const top = fileURLToPath(new URL('../..', import.meta.url))
const started = new Set<ChildProcess>()

/** Kills what a test left running, without warning. */
export function killStarted(): void {
  for (const child of started) child.kill('SIGKILL')
  started.clear()
}

/** Call it at the top of a test file whose processes leave nothing behind when they are killed. */
export function useProcesses(): void {
  afterEach(killStarted)
}

export interface Running {
  child: ChildProcess
  /** All of standard output and of standard error so far. */
  output(): string
  errors(): string
  /** The next line on standard output that fits; rejects when the process ends before. */
  line(pattern: RegExp): Promise<string>
  /** Exit code, or the signal that ended it. */
  end(): Promise<number | string>
}

/** Starts Node with exactly this environment beside PATH. */
export const runNode = (args: string[], env: Record<string, string> = {}) => run('node', args, env)

/** Starts a program in the top folder, with exactly this environment beside PATH. */
export function run(program: 'node' | 'npm', args: string[], env: Record<string, string> = {}): Running {
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: top,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  const ended = once(child, 'close').then(([code, signal]) => {
    started.delete(child)
    return (signal ?? code) as number | string
  })
  return {
    child,
    output: () => lines.join('\n'),
    errors: () => errors,
    end: () => ended,
    async line(pattern) {
      for (;;) {
        const found = lines.find((line) => pattern.test(line))
        if (found !== undefined) return found
        const end = await Promise.race([ended, once(reader, 'line').then(() => undefined)])
        if (end !== undefined && !lines.some((line) => pattern.test(line))) {
          throw new Error(`ended with ${end} before it printed ${pattern}:\n${lines.join('\n')}\n${errors}`)
        }
      }
    },
  }
}

/** Whether a process runs; one that ended and still waits for its parent to notice does not. */
export function runs(pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Waits until `condition` holds, for `ms` milliseconds at most; returns whether it does. */
export async function eventually(condition: () => boolean | Promise<boolean>, ms = 30_000): Promise<boolean> {
  const deadline = Date.now() + ms
  while (!(await condition())) {
    if (Date.now() > deadline) return false
    await sleep(10)
  }
  return true
}
