// What the HTTP server gives to Yoga with each request, beside the request itself.
import type { ServerResponse } from 'node:http'
import type { RequestRecord } from './request-record.ts'

export interface ServerContext {
  record: RequestRecord
  res: ServerResponse
}

/** The context as execution has it: Yoga's types forget what the server gave. */
export const serverContextOf = (args: { contextValue?: unknown }): ServerContext & { request: Request } =>
  args.contextValue as ServerContext & { request: Request }
