// Which claims are held against each other.
import { type Claim, foldWord } from '../claim.ts'
import { canonicalJson } from '../content-hash.ts'

/** The same for all claims that may contradict each other. */
export function disagreementGroup({ model, configurationKey, setting }: Claim): string {
  const { benchmark, subset, metric } = setting
  return canonicalJson([model, configurationKey, benchmark, foldWord(subset), foldWord(metric)])
}

// "Number of params", "Model size": told among the scores, but facts about the model, which differ with the task it is built for.
const SIZES = /^(?:#|number of |no\.? of )?\s*(?:params?|parameters|model size)\b/i

/** Whether a metric measures how well a model does, not how large it is. */
export function isScore({ setting }: Claim): boolean {
  return setting.metric === null || !SIZES.test(setting.metric)
}
