// PostgreSQL's COPY FROM STDIN over a pg connection: rows are written while they are made, and inserted while they arrive.
import type pg from 'pg'

type Row = Record<string, unknown>

/** What pg's connection offers for COPY beside queries; pg-copy-streams uses the same. */
interface CopyConnection {
  stream: { writableNeedDrain: boolean; once(event: 'drain', listener: () => void): void }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** So many characters are sent at once. */
const chunkSize = 64 * 1024

/**
 * Inserts rows whose keys are column names; all have the keys of the first. Values that are objects or lists go into JSON
 * columns. Throws what the database throws, and what making the rows throws; the transaction is of no use then.
 */
export function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<Row>,
): Promise<void> {
  const statement = `COPY "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) FROM STDIN`
  return new Promise((resolve, reject) => {
    let failure: unknown
    const copy = {
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        send(connection, columns, rows).catch((error) => {
          failure = error
          connection.sendCopyFail('the rows could not be made')
        })
      },
      handleError(error: unknown) {
        failure ??= error
        reject(failure)
      },
      handleReadyForQuery: () => resolve(),
      handleCommandComplete() {},
      handleRowDescription() {},
      handleDataRow() {},
      handlePortalSuspended() {},
      handleEmptyQuery() {},
    }
    client.query(copy as unknown as pg.Submittable)
  })
}

async function send(connection: CopyConnection, columns: readonly string[], rows: Iterable<Row>): Promise<void> {
  let text = ''
  const flush = async () => {
    connection.sendCopyFromChunk(Buffer.from(text))
    text = ''
    if (connection.stream.writableNeedDrain)
      await new Promise<void>((resolve) => connection.stream.once('drain', resolve))
    // Lets the bytes go out before the next rows are made.
    else await new Promise((resolve) => setImmediate(resolve))
  }
  for (const row of rows) {
    text += `${columns.map((column) => encode(row[column])).join('\t')}\n`
    if (text.length >= chunkSize) await flush()
  }
  if (text !== '') await flush()
  connection.endCopyFrom()
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function encode(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign) : text
}
