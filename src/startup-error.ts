// An expected failure that a person can act on: printed by the command line without a stack.

/**
 * Says what is wrong and what to do about it.
 * `code` is stable and meant for scripts ("PORT_TAKEN"); `hint` is the next step, in one or two sentences.
 */
export class StartupError extends Error {
  readonly code: string
  readonly hint: string | undefined

  constructor(code: string, message: string, hint?: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartupError'
    this.code = code
    this.hint = hint
  }
}
