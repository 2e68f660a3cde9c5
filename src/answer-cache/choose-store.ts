// Which store the settings ask for.
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { memoryStore } from './memory-store.ts'
import { redisStore } from './redis-store.ts'
import type { AnswerStore } from './store.ts'

/** Redis where there is one, memory where it was given some, and none otherwise. */
export function answerStore(
  { redisUrl, answerCacheBytes = 0 }: Partial<Pick<Config, 'redisUrl' | 'answerCacheBytes'>>,
  log: Log,
): AnswerStore | undefined {
  if (redisUrl !== undefined) return redisStore(redisUrl, log)
  return answerCacheBytes > 0 ? memoryStore(answerCacheBytes) : undefined
}
