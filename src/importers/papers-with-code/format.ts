// The format papers-with-code: lists of tasks in JSON, as the site and its extractors write them.
import { BundleBuilder } from '../dump/bundle-builder.ts'
import { today } from '../dump/dump-date.ts'
import type { Format } from '../dump/format.ts'
import { jsonInput } from '../dump/table-file.ts'
import { mapRow, page, rowsOfTask, type SotaRow } from './map.ts'

export const papersWithCode: Format<SotaRow> = {
  name: 'papers-with-code',
  unit: () => 'FILE',
  recognise: (_, head) =>
    /^\s*(?:\ufeff)?\[/.test(head) && /"datasets"\s*:/.test(head) && /"(?:sota|categories|task)"\s*:/.test(head),
  read(dump, { asOf = today() }) {
    async function* rows() {
      for await (const { file, value } of jsonInput(dump)) yield* rowsOfTask(file, value)
    }
    return { rows: rows(), builder: () => new BundleBuilder(page), map: (row, builder) => mapRow(row, builder, asOf) }
  },
}
