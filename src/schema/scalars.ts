// The scalars: exact decimals, partial dates, times and addresses.
import { GraphQLError } from 'graphql'
import { parseDecimal } from '../domain/decimal.ts'
import { parsePartialDate } from '../domain/partial-date.ts'
import { builder } from './builder.ts'

const invalid = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })

builder.scalarType('Decimal', {
  description:
    'An exact decimal number, as a string so that no digit is lost on the way: "63.43", "-0.5". Trailing zeros are kept. Input may be a string or an integer.',
  serialize: (value) => value,
  parseValue: (value) => {
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
    if (typeof text !== 'string' || !parseDecimal(text))
      throw invalid(`${JSON.stringify(value)} is no decimal number; write it as a string such as "63.43".`)
    return text
  },
})

builder.scalarType('PartialDate', {
  description: 'A date as far as it is known: "2026", "2026-02" or "2026-02-17".',
  serialize: (value) => value,
  parseValue: (value) => {
    const date = typeof value === 'string' ? parsePartialDate(value) : null
    if (date === null)
      throw invalid(`${JSON.stringify(value)} is no date; write "2026", "2026-02" or "2026-02-17" (a day that exists).`)
    return date
  },
})

builder.scalarType('DateTime', {
  description: 'A moment, in ISO 8601 and UTC: "2026-10-17T09:30:00.000Z".',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const moment = new Date(typeof value === 'string' ? value : Number.NaN)
    if (Number.isNaN(moment.getTime()))
      throw invalid(`${JSON.stringify(value)} is no moment; write it as in "2026-10-17T09:30:00Z".`)
    return moment
  },
})

builder.scalarType('URL', {
  description: 'The address of a page, as the source gives it.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'string' || !URL.canParse(value)) throw invalid(`${JSON.stringify(value)} is no URL.`)
    return value
  },
})
