// The formats that Whence reads, by the names that the command line and the ledger give them.
import { benchlm } from '../benchlm/format.ts'
import { benchmarkRadar } from '../benchmark-radar/format.ts'
import { csv } from '../csv/format.ts'
import { epoch } from '../epoch/format.ts'
import { everyEvalEver } from '../every-eval-ever/format.ts'
import { leaderboardTable } from '../leaderboard-table/format.ts'
import { llmStats } from '../llm-stats/format.ts'
import { lmEval } from '../lm-eval/format.ts'
import { modelCard } from '../model-card/format.ts'
import { papersWithCode } from '../papers-with-code/format.ts'
import type { Format } from './format.ts'

/** In the order in which they are tried: those that are surest of their files first. */
export const formats = [
  ...[
    llmStats,
    everyEvalEver,
    papersWithCode,
    lmEval,
    epoch,
    benchmarkRadar,
    modelCard,
    benchlm,
    leaderboardTable,
    csv,
  ],
] as unknown as readonly Format<never>[]

export const formatNamed = (name: string): Format<never> | undefined => formats.find((format) => format.name === name)
