// Answers kept in Redis for all processes. What it can't tell in time is asked of the database instead.
import type { Redis } from 'ioredis'
import type { Log } from '../log.ts'
import type { AnswerStore } from './store.ts'

/** Seconds after which an answer that nobody put in again goes: states of the graph that are past are not asked for. */
const keptFor = 86_400
/** Longest that an answer of Redis is waited for, in milliseconds: asking the database takes not much longer. */
const patienceMs = 250
const longestPauseMs = 5_000

/** Connects in the background; while Redis is away, nothing is found and nothing is kept. */
export function redisStore(url: string, log: Log): AnswerStore {
  let away: boolean | undefined
  let closed = false
  const tell = (error: Error) => {
    if (!away && !closed) log.warn({ err: error }, 'Redis does not answer: answers are not kept')
    away = true
  }
  const connecting = import('ioredis').then(({ Redis }) => {
    const redis = new Redis(url, {
      connectionName: 'whence',
      commandTimeout: patienceMs,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(longestPauseMs, 100 * 2 ** attempt),
    })
    redis.on('error', tell)
    redis.on('ready', () => {
      if (away) log.info('Redis answers again')
      away = false
    })
    return redis
  })
  const ask = async <R>(question: (redis: Redis) => Promise<R>): Promise<R | undefined> => {
    try {
      const redis = await connecting
      return redis.status === 'ready' ? await question(redis) : undefined
    } catch (error) {
      tell(error as Error)
      return undefined
    }
  }
  return {
    get: async (key) => (await ask((redis) => redis.get(key))) ?? undefined,
    async set(key, text) {
      await ask((redis) => redis.set(key, text, 'EX', keptFor))
    },
    async close() {
      closed = true
      ;(await connecting).disconnect()
    },
  }
}
