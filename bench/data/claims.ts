// Who claims what: model, setting, source and value of every observation, before any row is written.
import { seeded } from './random.ts'
import * as size from './size.ts'

export interface Claims {
  count: number
  model: Int32Array
  setting: Int32Array
  source: Int32Array
  /** Hundredths of a point; -1 where the text holds no number. */
  value: Int32Array
  /** Index of the claim before of the same model; -1 for its first. */
  before: Int32Array
}

/** The first of the observations that are the same at every scale and not of a hot source. */
const afterHot = size.hotSources.count * size.hotSources.each

function plan(i: number, random: ReturnType<typeof seeded>): [model: number, setting: number, source: number] {
  const { hotSources, hotModels, pageModels, firstModels, prolific, pagePapers, deepBenchmark, tail } = size
  const tailModel = () => tail.firstModel + random.skewed(size.models - tail.firstModel + 1, 1.3)
  const tailSetting = () => tail.firstSetting + random.skewed(size.settings - tail.firstSetting + 1, 1.5)
  // Neighbours share a source: it was imported in one go.
  const tailSource = () => tail.firstSource + ((Math.floor(i / 20) * 7919) % (size.sources - tail.firstSource + 1))
  if (i < afterHot) {
    const model = i % 2 ? tailModel() : 1 + ((i / 2) % hotModels.count)
    return [model, i % 5 < 2 ? size.hotSetting : tailSetting(), 1 + Math.floor(i / hotSources.each)]
  }
  let n = i - afterHot
  if (n < pageModels.count * pageModels.each) {
    const model = pageModels.first + Math.floor(n / pageModels.each)
    // Some claims of a page are about one setting, so that they can be compared.
    const setting = tail.firstSetting + ((n % pageModels.each) % 25) * 16
    return [model, setting, pagePapers.first + (n % pagePapers.count)]
  }
  n -= pageModels.count * pageModels.each
  if (n < firstModels.count * firstModels.each)
    return [firstModels.first + Math.floor(n / firstModels.each), tailSetting(), tail.firstSource + ((n * 13) % 4000)]
  n -= firstModels.count * firstModels.each
  if (n < prolific.papers * prolific.each)
    return [tailModel(), tailSetting(), prolific.firstSource + Math.floor(n / prolific.each)]
  n -= prolific.papers * prolific.each
  if (n < deepBenchmark.observations)
    return [tailModel(), deepBenchmark.firstSetting + (n % deepBenchmark.settings), tailSource()]
  return [tailModel(), tailSetting(), tailSource()]
}

export function makeClaims(count: number): Claims {
  const random = seeded(size.SEED)
  const column = () => new Int32Array(count)
  const claims = { count, model: column(), setting: column(), source: column(), value: column(), before: column() }
  const last = new Int32Array(size.models + 1).fill(-1)
  for (let i = 0; i < count; i++) {
    const [model, setting, source] = plan(i, random)
    const listed = setting < size.tail.firstSetting
    claims.model[i] = model
    claims.setting[i] = setting
    claims.source[i] = source
    // Lists that are read from the top have a number everywhere.
    claims.value[i] = !listed && random.below(50) === 0 ? -1 : 1000 + random.below(8_999)
    claims.before[i] = last[model] ?? -1
    last[model] = i
  }
  return claims
}
