// A built-in bundle and the fixture made from the same captured page.
import { readFileSync } from 'node:fs'
import type { Bundle, BundleSetting } from '../../src/importers/bundle/format.ts'
import { singleObservations } from '../../src/importers/bundle/observations.ts'
import { parseBundle } from '../../src/importers/bundle/parse.ts'
import { wholeSetting } from '../../src/importers/bundle/settings.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** The bundle data/<name>.yaml, its observations one by one, and its settings with all that they take over. */
export function readPage(name: string) {
  const page: Bundle = parseBundle(read(`../../data/${name}.yaml`), `${name}.yaml`).bundle
  const observations = singleObservations(page).map(({ observation }) => observation)
  const setting = (id: string | undefined): BundleSetting => {
    const whole = wholeSetting(page.settings, id ?? '')
    if (!whole) throw new Error(`no setting ${id} in ${name}`)
    return whole
  }
  const benchmark = (id: string | undefined) => page.benchmarks[setting(id).benchmark ?? '']
  return { page, observations, setting, benchmark }
}

/** The figures of the captured page, in test/fixtures/<name>.json. */
export function readCaptured<T>(name: string): T {
  return JSON.parse(read(`../fixtures/${name}.json`))
}
