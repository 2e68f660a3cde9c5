// The log: one JSON object a line on standard error, so that standard output stays readable.
import { type Logger, pino } from 'pino'

export type Log = Logger

/** Writes at once: nothing is lost when the process ends. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 2, sync: true }),
  )
}
