// COPY … FROM STDIN over a pg client: rows in, as fast as the server takes them.
import type { Client } from 'pg'
import type { Table, Value } from './node-rows.ts'

/** What pg's own connection offers to a query that answers for itself; its types leave that out. */
interface Connection {
  stream: { write(chunk: Buffer): boolean; once(event: 'drain', listener: () => void): void }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const field = (value: Value) =>
  value === null
    ? '\\N'
    : typeof value === 'string'
      ? value.replaceAll(/[\\\n\r\t]/g, (c) => escapes[c] ?? c)
      : String(value)

const CHUNK = 256 * 1024

function* chunks(table: Table): Iterable<Buffer> {
  let text = ''
  for (const row of table.rows) {
    text += `${row.map(field).join('\t')}\n`
    if (text.length < CHUNK) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text) yield Buffer.from(text)
}

async function feed(connection: Connection, table: Table): Promise<void> {
  for (const chunk of chunks(table)) {
    connection.sendCopyFromChunk(chunk)
    const { stream } = connection as unknown as { stream: { writableNeedDrain: boolean } & Connection['stream'] }
    if (stream.writableNeedDrain) await new Promise<void>((resolve) => stream.once('drain', resolve))
    // Lets an error of the server be heard before all rows are sent.
    else await new Promise(setImmediate)
  }
  connection.endCopyFrom()
}

/** Sends all rows of a table; rejects with the server's error. */
export function copyIn(client: Client, table: Table): Promise<void> {
  return new Promise((resolve, reject) => {
    const names = table.columns.map((column) => `"${column}"`).join(', ')
    let failed: Error | undefined
    const submittable = {
      submit: (connection: Connection) => connection.query(`COPY "${table.name}" (${names}) FROM STDIN`),
      handleCopyInResponse: (connection: Connection) => {
        feed(connection, table).catch((error: Error) => connection.sendCopyFail(error.message))
      },
      handleError: (error: Error) => {
        failed = error
        reject(error)
      },
      handleCommandComplete: () => {},
      handleReadyForQuery: () => (failed ? undefined : resolve()),
    }
    client.query(submittable as never)
  })
}
