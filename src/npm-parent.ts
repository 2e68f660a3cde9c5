// Notices that the npm which runs us is gone. npm runs us below a shell, and that shell dies of the signals that npm
// passes on, without telling us; and of a killed npm nobody tells anything.
import { readFileSync } from 'node:fs'

const LOOK_MS = 300

/** The parent of a process, where the system tells it cheaply. */
function parentOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    // "pid (name) state parent …", where the name may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    return undefined
  }
}

/** Calls `tell` once when the shell above us, or npm above it, has ended. Does not keep the process alive. */
export function whenNpmEnds(tell: () => void): void {
  const above = () => `${process.ppid} ${parentOf(process.ppid)}`
  const before = above()
  const timer = setInterval(() => {
    if (above() === before) return
    clearInterval(timer)
    tell()
  }, LOOK_MS)
  timer.unref()
}
