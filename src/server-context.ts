// What the HTTP server gives to Yoga with each request, beside the request itself.
import type { ServerResponse } from 'node:http'
import type { RequestRecord } from './request-record.ts'

export interface ServerContext {
  record: RequestRecord
  res: ServerResponse
}
