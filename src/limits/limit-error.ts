// How a limit refuses: under a code of its own, with what was asked, what is allowed, and what to do.
import { GraphQLError } from 'graphql'
import { settingOf } from './limits.ts'

/** What each limit of a document or its arguments says; `asked` may be "more than 20,000" where counting stopped. */
const refusals = {
  tokens: {
    code: 'TOO_MANY_TOKENS',
    say: (asked: string, limit: string) => `The document has ${asked} tokens; at most ${limit} are allowed.`,
    advice: 'Ask for fewer fields, or in several requests; pass long lists as variables.',
  },
  depth: {
    code: 'TOO_DEEP',
    say: (asked: string, limit: string) => `The document nests fields ${asked} deep; at most ${limit} are allowed.`,
    advice: 'Ask for the inner part in a request of its own, by its id.',
  },
  aliases: {
    code: 'TOO_MANY_ALIASES',
    say: (asked: string, limit: string) => `The document has ${asked} aliases; at most ${limit} are allowed.`,
    advice: 'Ask for several nodes with `nodes(ids:)` or a list with a filter, or in several requests.',
  },
  directives: {
    code: 'TOO_MANY_DIRECTIVES',
    say: (asked: string, limit: string) => `The document has ${asked} directives; at most ${limit} are allowed.`,
    advice: 'Put one @include or @skip on a fragment instead of on each of its fields.',
  },
  cost: {
    code: 'TOO_COSTLY',
    say: (asked: string, limit: string) => `The query asks for ${asked} objects; at most ${limit} are allowed.`,
    advice: 'Ask for smaller pages (`first`), above all of lists within lists, or in several requests.',
  },
  ids: {
    code: 'TOO_MANY_IDS',
    say: (asked: string, limit: string) => `"ids" has ${asked} ids; at most ${limit} are allowed.`,
    advice: 'Ask for them in several requests.',
  },
  filterList: {
    code: 'FILTER_LIST_TOO_LONG',
    say: (asked: string, limit: string) =>
      `A list in a filter, or its "or" and "not" together, has ${asked} values; at most ${limit} are allowed.`,
    advice: 'Ask in several requests, or with `contains` or `startsWith`.',
  },
  filterDepth: {
    code: 'FILTER_TOO_DEEP',
    say: (asked: string, limit: string) => `A filter nests "or" and "not" ${asked} deep; at most ${limit} are allowed.`,
    advice: 'Write the same condition flatter.',
  },
} as const

export type RefusingLimit = keyof typeof refusals

export const limitCodes = Object.values(refusals).map(({ code }) => code)

const shown = (count: number) => count.toLocaleString('en')

/**
 * The refusal of a whole request before it is executed.
 * @param asked how much was asked for; `Infinity` where counting stopped at the limit
 */
export function limitError(limit: RefusingLimit, allowed: number, asked: number): GraphQLError {
  const { code, say, advice } = refusals[limit]
  const many = Number.isFinite(asked) ? shown(asked) : `more than ${shown(allowed)}`
  return new GraphQLError(`${say(many, shown(allowed))} ${advice}`, {
    extensions: {
      code,
      limit: allowed,
      asked: Number.isFinite(asked) ? asked : null,
      setting: settingOf[limit],
      // As a document that does not validate: 400, or 200 for those who only know application/json.
      http: { spec: true, status: 400 },
    },
  })
}
