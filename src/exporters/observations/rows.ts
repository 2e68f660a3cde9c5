// Reads exported observations batch by batch through a cursor, so that memory stays flat whatever their number.

import type pg from 'pg'
import sql, { empty, raw } from 'sql-template-tag'
import { type ObservationArguments, observationLists } from '../../loaders/observations.ts'
import { orderBy } from '../../loaders/order.ts'
import { joins, selectList } from './columns.ts'
import type { Row } from './formats.ts'

/** Rows fetched at once: about half a megabyte. */
const BATCH = 500

/**
 * Batches of rows that the arguments leave in, in their order, all as they stood in one moment: that of the first batch.
 * `client` must be inside a transaction that reads only; the cursor closes when the caller stops.
 */
export async function* observationBatches(
  client: Pick<pg.PoolClient, 'query'>,
  args: ObservationArguments,
  batch = BATCH,
): AsyncGenerator<Row[]> {
  const { where, order } = observationLists.all
  const matches = where?.(args)
  const statement = sql`DECLARE exported NO SCROLL CURSOR FOR SELECT ${selectList} FROM ${joins}
    ${matches ? sql`WHERE ${matches}` : empty} ORDER BY ${orderBy(order(args), false)}`
  // All rows will be fetched: the plan that has them all soonest, not the one with the first row first.
  await client.query('SET LOCAL cursor_tuple_fraction = 1')
  await client.query({ text: statement.text, values: statement.values })
  const next = sql`FETCH ${raw(String(batch))} FROM exported`.text
  try {
    for (;;) {
      const { rows } = await client.query<Row>(next)
      if (rows.length > 0) yield rows
      if (rows.length < batch) return
    }
  } finally {
    // After a failed statement the transaction takes no more of them, and its end closes the cursor anyway.
    await client.query('CLOSE exported').catch(() => {})
  }
}
