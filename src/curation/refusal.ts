// Why an act of a curator is refused: told as data.

export const refusalCodes = {
  UNAUTHENTICATED: 'The request bears no token of a curator.',
  NOT_FOUND: 'There is no such node.',
  INVALID_INPUT: 'Something in the input cannot be; `message` says what, `field` where.',
  ALREADY_FILED: 'An open issue says the same already.',
  ALREADY_RESOLVED: 'The issue is settled already.',
  NOT_RESOLVED: 'The issue is open.',
  ALIAS_TAKEN: 'The name belongs to another model.',
  ALREADY_KNOWN: 'That is known already: nothing to change.',
  CYCLE: 'An observation cannot follow from itself.',
  BUSY: 'An import or audit is under way; try again when it is done.',
} as const

export type RefusalCode = keyof typeof refusalCodes

export class Refusal extends Error {
  readonly code: RefusalCode
  /** The field of the input that it is about; null where it is none. */
  readonly field: string | null

  constructor(code: RefusalCode, message: string, field: string | null = null) {
    super(message)
    this.code = code
    this.field = field
  }
}

/** A text that a person gave, trimmed; refuses an empty or endless one. */
export function given(text: string, field: string, longest = 4_000): string {
  const trimmed = text.normalize('NFC').trim()
  if (trimmed === '' || trimmed.includes('\0')) throw new Refusal('INVALID_INPUT', `\`${field}\` is empty.`, field)
  if (trimmed.length > longest)
    throw new Refusal('INVALID_INPUT', `\`${field}\` has ${trimmed.length} characters; at most ${longest} fit.`, field)
  return trimmed
}
