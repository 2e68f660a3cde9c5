// What a request may ask for at most: every limit with its setting, its default and the code of its refusal.

interface LimitSetting {
  /** What it bounds, in a sentence, with the code that refuses more. */
  description: string
  default: string
  /** The range that the setting may have. */
  least: number
  most: number
}

/** In the order in which they are explained. */
export const limitSettings = {
  WHENCE_MAX_BODY_BYTES: {
    description: 'Most bytes in the body of a request; more is BODY_TOO_LARGE.',
    default: '262144',
    least: 1_024,
    most: 16_777_216,
  },
  WHENCE_MAX_TOKENS: {
    description: 'Most tokens in a document; more is TOO_MANY_TOKENS.',
    default: '2000',
    least: 100,
    most: 100_000,
  },
  WHENCE_MAX_DEPTH: {
    description: 'Deepest nesting of fields, fragments spread; deeper is TOO_DEEP.',
    default: '15',
    least: 1,
    most: 100,
  },
  WHENCE_MAX_ALIASES: {
    description: 'Most aliases in a document; more is TOO_MANY_ALIASES.',
    default: '50',
    least: 0,
    most: 10_000,
  },
  WHENCE_MAX_DIRECTIVES: {
    description: 'Most directives in a document; more is TOO_MANY_DIRECTIVES.',
    default: '9',
    least: 0,
    most: 10_000,
  },
  WHENCE_MAX_COST: {
    description: 'Most objects that a query may ask for, pages counted in full; more is TOO_COSTLY.',
    default: '20000',
    least: 1,
    most: 10_000_000,
  },
  WHENCE_MAX_PAGE_SIZE: {
    description: 'Most items in a page; more is BAD_USER_INPUT.',
    default: '100',
    least: 20,
    most: 100,
  },
  WHENCE_MAX_IDS: {
    description: 'Most ids that Query.nodes takes; more is TOO_MANY_IDS.',
    default: '100',
    least: 1,
    most: 10_000,
  },
  WHENCE_MAX_REFERENCES: {
    description: 'Most references that a gateway may ask for at once; more is TOO_MANY_REFERENCES.',
    default: '500',
    least: 1,
    most: 10_000,
  },
  WHENCE_MAX_FILTER_LIST: {
    description: 'Most values in a list of a filter, and most filters within one; more is FILTER_LIST_TOO_LONG.',
    default: '500',
    least: 1,
    most: 10_000,
  },
  WHENCE_MAX_FILTER_DEPTH: {
    description: 'Deepest nesting of or and not in a filter; deeper is FILTER_TOO_DEEP.',
    default: '5',
    least: 1,
    most: 50,
  },
  WHENCE_STATEMENT_TIMEOUT_MS: {
    description: 'Milliseconds after which a reading statement is cancelled, which is STATEMENT_TIMEOUT; 0 for never.',
    default: '5000',
    least: 0,
    most: 86_400_000,
  },
  WHENCE_REQUEST_TIMEOUT_MS: {
    description:
      'Milliseconds after which a request is given up, which is REQUEST_TIMEOUT, and in which it must have arrived; 0 for never.',
    default: '10000',
    least: 0,
    most: 86_400_000,
  },
  WHENCE_POOL_WAIT_MS: {
    description: 'Milliseconds that a statement waits for a free connection; longer is DATABASE_BUSY.',
    default: '3000',
    least: 1,
    most: 600_000,
  },
} satisfies Record<string, LimitSetting>

export interface Limits {
  bodyBytes: number
  tokens: number
  depth: number
  aliases: number
  directives: number
  cost: number
  pageSize: number
  ids: number
  references: number
  filterList: number
  filterDepth: number
  statementTimeoutMs: number
  requestTimeoutMs: number
  poolWaitMs: number
}

/** Which setting each limit has. */
export const settingOf = {
  bodyBytes: 'WHENCE_MAX_BODY_BYTES',
  tokens: 'WHENCE_MAX_TOKENS',
  depth: 'WHENCE_MAX_DEPTH',
  aliases: 'WHENCE_MAX_ALIASES',
  directives: 'WHENCE_MAX_DIRECTIVES',
  cost: 'WHENCE_MAX_COST',
  pageSize: 'WHENCE_MAX_PAGE_SIZE',
  ids: 'WHENCE_MAX_IDS',
  references: 'WHENCE_MAX_REFERENCES',
  filterList: 'WHENCE_MAX_FILTER_LIST',
  filterDepth: 'WHENCE_MAX_FILTER_DEPTH',
  statementTimeoutMs: 'WHENCE_STATEMENT_TIMEOUT_MS',
  requestTimeoutMs: 'WHENCE_REQUEST_TIMEOUT_MS',
  poolWaitMs: 'WHENCE_POOL_WAIT_MS',
} satisfies Record<keyof Limits, keyof typeof limitSettings>

/** The limits, where `read` gives the value of a setting. */
export const readLimits = (read: (setting: keyof typeof limitSettings) => number): Limits =>
  Object.fromEntries(Object.entries(settingOf).map(([limit, setting]) => [limit, read(setting)])) as unknown as Limits

export const defaultLimits: Limits = readLimits((setting) => Number(limitSettings[setting].default))
