// Every code that an answer of the server may carry, with what it means to the caller. docs/errors.md is this table.
import { refusalCodes } from './curation/refusal.ts'

interface Meaning {
  /** What happened, and what to do. */
  means: string
  /** Where it stands: the whole request was refused, one field failed, or a curator's act was (as data). */
  where: 'request' | 'field' | 'act'
}

const request = (means: string): Meaning => ({ means, where: 'request' })
const field = (means: string): Meaning => ({ means, where: 'field' })

export const errorCodes: Readonly<Record<string, Meaning>> = {
  GRAPHQL_PARSE_FAILED: request('The document is not GraphQL; the message says where.'),
  GRAPHQL_VALIDATION_FAILED: request('The document does not fit the schema; the message says where.'),
  OPERATION_RESOLUTION_FAILURE: request(
    'The document has several operations or none of that name: send operationName.',
  ),
  BAD_REQUEST: request('The HTTP request is no GraphQL request: no JSON, no query, a parameter that is none.'),
  UNSUPPORTED_MEDIA_TYPE: request('The body is not application/json, the only content type that is read.'),
  METHOD_NOT_ALLOWED: request('Queries come by GET or POST, mutations by POST.'),
  BODY_TOO_LARGE: request('The body is longer than allowed.'),
  TOO_MANY_TOKENS: request('The document is longer than allowed.'),
  TOO_DEEP: request('The document nests fields deeper than allowed.'),
  TOO_MANY_ALIASES: request('The document has more aliases than allowed.'),
  TOO_MANY_DIRECTIVES: request('The document has more directives than allowed.'),
  TOO_COSTLY: request('The query asks for more objects than allowed: ask for smaller pages.'),
  TOO_MANY_IDS: request('Query.nodes was given more ids than allowed.'),
  FILTER_LIST_TOO_LONG: request('A list in a filter is longer than allowed, or `or` and `not` hold more filters.'),
  FILTER_TOO_DEEP: request('A filter nests deeper than allowed.'),
  PERSISTED_QUERY_NOT_FOUND: request('The server knows no document of that hash: send its text.'),
  DOCUMENT_REQUIRED: request('The server takes known documents only, by their hash.'),
  TOO_MANY_EXPORTS: request('More exports are under way than the server gives at once: try again later.'),
  TOO_SLOW: request('The database took too long for an export: ask for less.'),
  REQUEST_TIMEOUT: request('The request took too long, to arrive or to be answered: ask for less, or try again.'),
  BAD_USER_INPUT: field('An argument or variable can’t be used; the message and `field` say which and why.'),
  AMBIGUOUS_SLUG: field('Several nodes have met in the slug; `candidates` lists theirs.'),
  AMBIGUOUS_REFERENCE: field('Several nodes have the identifier; the message lists their keys.'),
  BAD_REFERENCE: field(
    'An item of `_entities` names no entity, or gives no key that is a text. The others are answered.',
  ),
  TOO_MANY_REFERENCES: field('`_entities` was given more references than allowed.'),
  STATEMENT_TIMEOUT: field('A part of the request took too long and was cancelled: ask for less at once.'),
  DATABASE_BUSY: field('No connection to the database was free in time: try again in a few seconds.'),
  DATABASE_UNAVAILABLE: field('The database does not answer: try again in a few seconds.'),
  INTERNAL_SERVER_ERROR: field('A fault of the server. The log has the rest under the `id` of the error.'),
  ...Object.fromEntries(
    Object.entries(refusalCodes).map(([code, means]): [string, Meaning] => [code, { means, where: 'act' }]),
  ),
}
