// Folders of files for tests, and ways to import them.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import type { DumpAccount } from '../../src/importers/dump/import-dump.ts'
import type { FormatName } from '../../src/importers/format-names.ts'
import { type ImportFilesOptions, type ImportResult, importFiles } from '../../src/importers/import-files.ts'

/** Call it at the top of a test file. Writes files (name -> text or bytes) into a new folder, and gives its path. */
export function useFolders(): (files: Record<string, string | Uint8Array>) => Promise<string> {
  const folders: string[] = []
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  return async (files) => {
    const folder = await mkdtemp(join(tmpdir(), 'whence-dump-'))
    folders.push(folder)
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
    return folder
  }
}

export async function importAll(
  db: Pick<Database, 'prisma' | 'pool'>,
  format: FormatName,
  paths: string[],
  options: Partial<ImportFilesOptions> = {},
): Promise<ImportResult[]> {
  const results: ImportResult[] = []
  await importFiles(db, format, paths, { ...options, done: (result) => void results.push(result) })
  return results
}

/** The account of the one dump that the paths make. */
export async function importOne(...given: Parameters<typeof importAll>): Promise<DumpAccount> {
  const [result, ...others] = await importAll(...given)
  if (result?.outcome !== 'IMPORTED' || others.length > 0) throw new Error(JSON.stringify([result, ...others]))
  return result.account as DumpAccount
}

export const score = (fields: Record<string, unknown>) => ({
  ...{ model_benchmark_id: 1, benchmark_id: 'gpqa', model_id: 'm-1', score: 0.5, analysis_method: '-' },
  ...{
    self_reported_source_link: 'https://example.org/m-1',
    is_self_reported: true,
    updated_at: '2025-07-19T19:56:12+00:00',
  },
  ...fields,
})

/** A small tree of llm-stats; `scores` as JSON text keeps its literals. */
export const tree = (scores: string, more: Record<string, string> = {}): Record<string, string> => ({
  'organizations/acme/organization.json':
    '{"organization_id": "acme", "name": "Acme", "website": "https://acme.example"}',
  'organizations/acme/models/m-1/model.json':
    '{"model_id": "m-1", "name": "M 1", "organization_id": "acme", "param_count": 7000000000}',
  'organizations/acme/models/m-1/benchmarks.json': scores,
  'benchmarks/gpqa.json': '{"benchmark_id": "gpqa", "name": "GPQA", "categories": ["reasoning"], "max_score": 1.0}',
  ...more,
})
