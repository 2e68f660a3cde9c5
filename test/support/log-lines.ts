// A log whose lines a test reads.
import { Writable } from 'node:stream'
import { pino } from 'pino'
import type { Log } from '../../src/log.ts'
import { eventually } from './processes.ts'

export type Line = Record<string, unknown> & { msg: string }

export function createTestLog(): {
  log: Log
  lines: Line[]
  /** The line about the request of this id, which comes after its answer. */
  ofRequest(id: string): Promise<Line>
} {
  const lines: Line[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const find = (id: string) => lines.find((line) => line.msg === 'request' && line.requestId === id)
  return {
    log: pino({ level: 'debug' }, sink),
    lines,
    async ofRequest(id) {
      await eventually(() => find(id) !== undefined, 5_000)
      const line = find(id)
      if (!line) throw new Error(`no line about the request ${id}`)
      return line
    },
  }
}
