// The formats that Whence reads, by the names that the command line and the ledger give them.
import { llmStats } from '../llm-stats/format.ts'
import type { Format } from './format.ts'

/** In the order in which they are tried: those that are surest of their files first. */
export const formats: readonly Format<never>[] = [llmStats] as unknown as Format<never>[]

export const formatNamed = (name: string): Format<never> | undefined => formats.find((format) => format.name === name)
