// Rows of notes, of the subjects that they name, and how many open issues each observation has.
import type { Claims } from './claims.ts'
import { modelName, type Row, type Table } from './node-rows.ts'
import { keyOf, seeded } from './random.ts'
import * as size from './size.ts'

const kinds = ['DISAGREEMENT', 'TRANSCRIPTION', 'AGGREGATE_MISMATCH', 'UNATTAINABLE', 'OUT_OF_RANGE', 'SAMPLE_COUNT']
const aspects = ['PROMPT', 'DECODING', 'SHOTS', 'RUN_DATE', 'SAMPLE_SIZE', 'UNCERTAINTY', 'SPLIT']

export interface Notes {
  tables: Table[]
  keys: string[]
  /** By index of the claim. */
  openIssues: Int32Array
}

type Subject = { observation?: number; setting?: number; source?: number }

/** Issues, gaps and remarks over the claims: of the first 100,000 the same at every scale. */
export function makeNotes(claims: Claims): Notes {
  const random = seeded(size.SEED + 3)
  const [notes, subjects, keys]: [Row[], Row[], string[]] = [[], [], []]
  const openIssues = new Int32Array(claims.count)
  const core = size.scales['100k']
  const opened = '2026-02-17T09:00:00Z'
  const add = (head: Row, tail: Row, about: Subject[]) => {
    const key = keyOf('note', keys.length)
    keys.push(key)
    notes.push([key, ...head, opened, 1, ...tail])
    about.forEach(({ observation, setting, source }, place) => {
      subjects.push([key, place + 1, observation ?? null, setting ?? null, source ?? null])
    })
  }
  const issue = (i: number, j: number) => {
    const open = random.below(10) < 7
    const [a = -1, b = -1] = [claims.value[i], claims.value[j]]
    const spread = a < 0 || b < 0 ? null : (Math.abs(a - b) / 100).toFixed(2)
    const resolution = open ? [null, null, null] : ['curator', '2026-03-01T12:00:00Z', 'The later version corrects it.']
    const text = `Two sources print different values for ${modelName(claims.model[i] ?? 1).name}.`
    const state = open ? 'OPEN' : 'RESOLVED'
    const kind = random.pick(kinds)
    const about = [...new Set([i, j])].map((claim) => ({ observation: claim + 1 }))
    add(
      ['UNRESOLVED_ISSUE', 'values-differ', text, 'COMPUTED', null],
      [kind, state, random.below(2) > 0, spread, ...resolution, '{}', null, null, null, null, null],
      about,
    )
    if (!open) return
    for (const { observation } of about) openIssues[observation - 1] = (openIssues[observation - 1] ?? 0) + 1
  }
  const gap = (i: number) => {
    const [model = 1, setting = 1, source = 1] = [claims.model[i], claims.setting[i], claims.source[i]]
    const missing = random.pick(aspects)
    const head = (text: string): Row => ['NOT_PUBLISHED', 'not-stated', text, 'PUBLISHED', source]
    const none: Row = [null, null, null, null, null, null, null]
    if (random.below(5) === 0) {
      const about: Row = ['{SCORE}', 'SOURCE', '—', model, setting, modelName(model).name]
      add(head('The table has a dash in this place.'), [...none, ...about], [{ source }])
    } else {
      const subject = random.below(8) > 0 ? { observation: i + 1 } : random.below(2) > 0 ? { setting } : { source }
      const about: Row = [`{${missing}}`, 'SOURCE', null, null, null, null]
      add(
        head(`The source does not state: ${missing.toLowerCase().replace('_', ' ')}.`),
        [...none, ...about],
        [subject],
      )
    }
  }
  const remark = (i: number) => {
    const none: Row = [null, null, null, null, null, null, null, '{}', null, null, null, null, null]
    const head: Row = [
      'REMARK',
      'about-the-figures',
      'The figures are means of three runs.',
      'PUBLISHED',
      claims.source[i] ?? 1,
    ]
    add(head, none, [{ source: claims.source[i] ?? 1 }])
  }
  const write = (i: number) => {
    const kind = random.below(10)
    const before = claims.before[i] ?? -1
    if (kind < 4 && before >= 0) issue(i, before)
    else if (kind < 9) gap(i)
    else remark(i)
  }
  // The pages of models have as many issues as fit on one.
  const { pageModels, hotSources } = size
  const pages = hotSources.count * hotSources.each
  for (let n = 0; n < pageModels.count * pageModels.each; n += 3) {
    const before = claims.before[pages + n] ?? -1
    issue(pages + n, before < 0 ? pages + n + 1 : before)
    gap(pages + n)
  }
  while (keys.length < core / size.notesPerObservations) write(random.below(core))
  const rest = claims.count - core
  while (keys.length < claims.count / size.notesPerObservations) write(core + random.below(rest))
  const columns =
    'key type code text origin stated_in_id opened_at import_id kind state setting_stated spread resolved_by resolved_at resolved_reason aspects extent placeholder about_model_id about_setting_id about_name'
  return {
    keys,
    openIssues,
    tables: [
      { name: 'note', columns: columns.split(' '), rows: notes },
      {
        name: 'note_subject',
        columns: ['note_key', 'position', 'observation_id', 'setting_id', 'source_id'],
        rows: subjects,
      },
    ],
  }
}
