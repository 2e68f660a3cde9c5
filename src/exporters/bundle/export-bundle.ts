// Gives a source back as a bundle: the captured page with what it publishes and quotes, its tables, notes, facts and names.
import type { Database } from '../../db/client.ts'
import { Loaders } from '../../loaders/loaders.ts'
import { type Captured, readCaptured } from './captured.ts'
import { writtenObservations } from './claims.ts'
import { Draft } from './draft.ts'
import { modelEntries } from './model-entries.ts'
import { writtenModels } from './models.ts'
import { writtenDerivations, writtenNotes } from './notes.ts'
import { writtenSettings } from './settings.ts'
import { writtenAuthors, writtenBenchmarks, writtenSources } from './sources.ts'
import { writtenTables } from './tables.ts'
import { bundleText } from './yaml.ts'

export interface ExportedBundle {
  /** YAML, as docs/bundle.md describes it. */
  text: string
  /** Claims of the source that stand in tables of other pages, which have them in their own bundles. */
  elsewhere: { slug: string; count: number }[]
}

/**
 * The bundle of the source with this slug (or former slug); null where there is none. Throws InputError for a slug that several
 * sources gave up. What audits and curators added is no part of any page, and is left out; so is what changed since a file
 * said it: a status that a curator set stays theirs.
 */
export async function exportBundle(db: Pick<Database, 'pool'>, slug: string): Promise<ExportedBundle | null> {
  const client = await db.pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query('SET LOCAL statement_timeout = 0')
    const [page] = await new Loaders(client).bySlug('Source', [slug])
    if (page instanceof Error) throw page
    if (!page) return null
    const captured = await readCaptured(client, page)
    return { text: textOf(captured), elsewhere: captured.elsewhere }
  } finally {
    await client.query('ROLLBACK').catch(() => {})
    client.release()
  }
}

function textOf(captured: Captured): string {
  const draft = new Draft(captured)
  const entries = modelEntries(captured)
  // Written before what they refer to, so that only what is referred to gets an id.
  const models = writtenModels(draft, entries)
  const tables = writtenTables(draft, entries)
  const derivations = writtenDerivations(draft)
  const notes = writtenNotes(draft, entries)
  const observations = writtenObservations(draft, entries)
  const sources = writtenSources(draft)
  const { title, slug } = captured.page
  return bundleText(
    {
      ...{ whence: '1', page: draft.source(captured.page.id), authors: writtenAuthors(draft), sources },
      ...{ benchmarks: writtenBenchmarks(draft), models, settings: writtenSettings(draft), tables },
      ...{ observations, notes, derivations },
    },
    `${title.replace(/\s+/g, ' ')} (${slug}), exported by Whence. The licence of each source is in its entry.`,
  )
}
