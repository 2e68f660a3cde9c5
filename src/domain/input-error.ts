// What a caller got wrong, in words that say what to do; the server passes it on under its code.

export type InputErrorCode = 'BAD_USER_INPUT' | 'AMBIGUOUS_SLUG' | 'AMBIGUOUS_REFERENCE'

export class InputError extends Error {
  override readonly name = 'InputError'
  readonly code: InputErrorCode
  /** The argument or field that the message is about. */
  readonly field: string
  /** What else the caller may read by program: candidates of an ambiguous slug, say. */
  readonly details: Record<string, unknown>

  constructor(field: string, message: string, code: InputErrorCode = 'BAD_USER_INPUT', details = {}) {
    super(message)
    this.field = field
    this.code = code
    this.details = details
  }
}
