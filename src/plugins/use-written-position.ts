// Yoga plugin: the answer to a mutation tells how far a standby must have followed to have seen what it did.
import { getOperationAST, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Database } from '../db/client.ts'
import { writtenHeader } from '../db/wal-position.ts'
import { type ServerContext, serverContextOf } from '../server-context.ts'

/** The header x-whence-written, where there are standbys; a later request that sends it back reads what was written. */
export const useWrittenPosition = (db: Pick<Database, 'pool' | 'replicas'>): Plugin<object, ServerContext> =>
  db.replicas === undefined
    ? {}
    : {
        onExecute({ args }) {
          if (getOperationAST(args.document, args.operationName)?.operation !== OperationTypeNode.MUTATION) return
          return {
            async onExecuteDone() {
              const { res } = serverContextOf(args)
              // Where a commit is not waited for, what was written lies behind what was only inserted.
              const { rows } = await db.pool.query('SELECT pg_current_wal_insert_lsn()::text AS position')
              if (!res.headersSent) res.setHeader(writtenHeader, rows[0].position)
            },
          }
        },
      }
