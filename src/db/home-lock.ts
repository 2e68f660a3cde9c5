// One process at a time starts or stops the embedded server of a folder.
import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'

const BEAT_MS = 2_000
/** A holder that did not touch its lock for so long is taken for dead, whatever runs under its pid now. */
const STALE_MS = 15_000

/** Whether a process has this id. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Takes the lock of a dead holder away; puts it back if it turns out to be a new one. */
async function breakIfStale(file: string): Promise<void> {
  const [text, found] = await Promise.all([readFile(file, 'utf8'), stat(file)]).catch(() => [undefined, undefined])
  if (text === undefined || found === undefined) return
  const pid = Number.parseInt(text, 10)
  // Its own pid without being the holder is that of an earlier life: in a container, every start has the same.
  const dead = Number.isInteger(pid) && (pid === process.pid ? !held.has(text) : !isAlive(pid))
  if (!dead && Date.now() - found.mtimeMs < STALE_MS) return
  const aside = `${file}.${randomUUID()}`
  await rename(file, aside).catch(() => {})
  if ((await readFile(aside, 'utf8').catch(() => text)) !== text) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

/** What this process holds right now. */
const held = new Set<string>()

/** Whether the lock could be made just now. */
async function takes(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Runs `action` while holding `file` as a lock; waits for another holder, and outlives one that was killed.
 * @throws StartupError EMBEDDED_BUSY after `waitMs` milliseconds.
 */
export async function withLock<T>(file: string, action: () => Promise<T>, waitMs = 60_000): Promise<T> {
  const text = `${process.pid}\n${randomUUID()}\n`
  const deadline = Date.now() + waitMs
  held.add(text)
  let beat: NodeJS.Timeout | undefined
  try {
    while (!(await takes(file, text))) {
      await breakIfStale(file)
      if (Date.now() > deadline) {
        throw new StartupError(
          'EMBEDDED_BUSY',
          `Another process has been starting or stopping the embedded PostgreSQL for ${waitMs / 1000} s.`,
          `If there is none, remove ${file}.`,
        )
      }
      await sleep(50)
    }
    beat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), BEAT_MS)
    return await action()
  } finally {
    clearInterval(beat)
    held.delete(text)
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) await rm(file, { force: true })
  }
}
