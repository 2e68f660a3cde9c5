// Every setting, and the only place that reads the environment.
import { z } from 'zod'
import { type Curator, readCurators } from './curation/tokens.ts'
import { type Limits, limitSettings, readLimits } from './limits/limits.ts'
import { StartupError } from './startup-error.ts'

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`)

const isUrl = (text: string, protocols: string[]) => URL.canParse(text) && protocols.includes(new URL(text).protocol)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Origins that browsers may read from: all, or these. */
export type CorsOrigins = '*' | string[]

const corsOrigins = z.string().transform((text, context): CorsOrigins => {
  if (text === '*') return '*'
  if (text === 'none') return []
  const origins = text.split(',').map((origin) => origin.trim())
  const wrong = origins.filter((origin) => !isUrl(origin, ['http:', 'https:']) || new URL(origin).origin !== origin)
  if (wrong.length > 0) {
    context.addIssue({
      code: 'custom',
      message: `must be *, none, or origins like https://example.org, joined by commas; not one: ${wrong.join(', ')}`,
    })
  }
  return origins
})

const replicaUrls = z.string().transform((text, context): string[] => {
  const urls = text.split(',').map((url) => url.trim())
  if (urls.every((url) => isUrl(url, ['postgresql:', 'postgres:']))) return urls
  context.addIssue({
    code: 'custom',
    message: 'must be URLs like postgresql://user:password@host:5432/database, joined by commas',
  })
  return z.NEVER
})

const curators = z.string().transform((text, context): Curator[] => {
  try {
    return readCurators(text)
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: `must be a list of name:hash joined by commas: ${(error as Error).message}`,
    })
    return z.NEVER
  }
})

interface Setting {
  /** What it decides, in a sentence; printed by --help and in the README. */
  description: string
  /** What holds when it is not set, as one would write it; undefined for none. */
  default: string | undefined
}

/** Name, description and default of every setting, in the order in which they are explained. */
export const settings = {
  HOST: { description: 'Address to listen on; 0.0.0.0 for all.', default: '127.0.0.1' },
  PORT: { description: 'Port to listen on; 0 for any free one.', default: '4000' },
  DATABASE_URL: {
    description:
      'PostgreSQL 15 or newer to use, such as postgresql://user:password@host:5432/whence; without it, Whence runs its own.',
    default: undefined,
  },
  WHENCE_REPLICA_URLS: {
    description: 'Streaming replicas of DATABASE_URL to read from: connection URLs joined by commas.',
    default: undefined,
  },
  WHENCE_REPLICA_LAG_MS: {
    description: 'Milliseconds that a replica may be behind; one that is further behind is left out.',
    default: '10000',
  },
  WHENCE_HOME: { description: 'Folder where its own PostgreSQL keeps its data.', default: '.whence' },
  WHENCE_POOL_SIZE: { description: 'Most connections to PostgreSQL at once.', default: '10' },
  WHENCE_CORS_ORIGINS: {
    description: 'Origins whose pages may read: *, none, or a list joined by commas.',
    default: '*',
  },
  WHENCE_SUBGRAPH_NODE: {
    description: 'Whether Query.node and Query.nodes exist; false where another subgraph has them too.',
    default: 'true',
  },
  WHENCE_CURATOR_TOKENS: {
    description:
      'Who may curate: a list of name:hash joined by commas, as whence token prints them; without it, there are no mutations.',
    default: undefined,
  },
  ...limitSettings,
  WHENCE_DOCUMENTS: {
    description: 'Folder of .graphql files that may be asked for by their SHA-256, beside the example queries.',
    default: undefined,
  },
  WHENCE_DOCUMENTS_ONLY: {
    description: 'Whether every other document is refused (DOCUMENT_REQUIRED): true or false.',
    default: 'false',
  },
  WHENCE_RESPONSE_CACHE_MB: {
    description:
      'Megabytes of answers to known documents that are kept until the graph changes; 0 for none, where REDIS_URL is not set.',
    default: '0',
  },
  REDIS_URL: {
    description: 'Redis that keeps those answers for all processes instead, such as redis://host:6379.',
    default: undefined,
  },
  WHENCE_METRICS: { description: 'Whether /metrics tells OpenMetrics: true or false.', default: 'true' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    description: 'Where OpenTelemetry traces are sent, such as http://localhost:4318; without it, there are none.',
    default: undefined,
  },
  WHENCE_DRAIN_MS: {
    description:
      'Milliseconds between /ready saying no and the end of listening, when the server is asked to stop: for load balancers.',
    default: '0',
  },
  WHENCE_LOG_LEVEL: { description: `Least severe level that is logged: ${logLevels.join(', ')}.`, default: 'info' },
} satisfies Record<string, Setting>

type Name = keyof typeof settings

const yesOrNo = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')

const limitReaders = Object.fromEntries(
  Object.entries(limitSettings).map(([name, { least, most }]) => [name, wholeNumber(least, most)]),
) as Record<keyof typeof limitSettings, ReturnType<typeof wholeNumber>>

const readers = {
  HOST: z.string(),
  PORT: wholeNumber(0, 65_535),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => isUrl(text, ['postgresql:', 'postgres:']),
      'must look like postgresql://user:password@host:5432/database',
    )
    .optional(),
  WHENCE_REPLICA_URLS: replicaUrls.optional(),
  WHENCE_REPLICA_LAG_MS: wholeNumber(100, 86_400_000),
  WHENCE_HOME: z.string(),
  WHENCE_POOL_SIZE: wholeNumber(1, 1000),
  WHENCE_CORS_ORIGINS: corsOrigins,
  WHENCE_SUBGRAPH_NODE: yesOrNo,
  WHENCE_CURATOR_TOKENS: curators.optional(),
  ...limitReaders,
  WHENCE_DOCUMENTS: z.string().optional(),
  WHENCE_DOCUMENTS_ONLY: yesOrNo,
  WHENCE_RESPONSE_CACHE_MB: wholeNumber(0, 65_536),
  REDIS_URL: z
    .string()
    .refine((text) => isUrl(text, ['redis:', 'rediss:']), 'must look like redis://user:password@host:6379')
    .optional(),
  WHENCE_METRICS: yesOrNo,
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((text) => isUrl(text, ['http:', 'https:']), 'must look like http://localhost:4318')
    .optional(),
  WHENCE_DRAIN_MS: wholeNumber(0, 10_000),
  WHENCE_LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`),
} satisfies Record<Name, z.ZodType>

export interface Config {
  host: string
  port: number
  databaseUrl: string | undefined
  /** Standbys of that server; empty where there are none. */
  replicaUrls: readonly string[]
  replicaLagMs: number
  home: string
  poolSize: number
  corsOrigins: CorsOrigins
  /** Whether Query.node and Query.nodes exist (docs/adr/0006-node-in-a-supergraph.md). */
  subgraphNode: boolean
  /** Who may curate; nobody where it is empty, and then there are no mutations. */
  curators: readonly Curator[]
  limits: Limits
  /** Folder of known documents. */
  documents: string | undefined
  documentsOnly: boolean
  /** Bytes of answers that are kept in memory; 0 for none. */
  answerCacheBytes: number
  redisUrl: string | undefined
  metrics: boolean
  otlpEndpoint: string | undefined
  drainMs: number
  logLevel: (typeof logLevels)[number]
}

/** Settings of ours that nobody reads are misspelt: silence would hide it. */
function misspelt(env: Record<string, string | undefined>): string[] {
  const unknown = Object.keys(env).filter((name) => name.startsWith('WHENCE_') && !(name in settings))
  const known = Object.keys(settings).filter((name) => name.startsWith('WHENCE_'))
  return unknown.map((name) => `${name} is not a setting. Those that begin so: ${known.join(', ')}.`)
}

/**
 * The settings in `env`; an empty text counts as not set.
 * @throws StartupError CONFIG_INVALID that lists every mistake: the variable, what is wrong, what to write instead
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.entries(settings).map(([name, setting]) => [name, env[name]?.trim() || setting.default])
  const result = z.object(readers).safeParse(Object.fromEntries(given))
  const mistakes = misspelt(env)
  if (env.WHENCE_REPLICA_URLS?.trim() && !env.DATABASE_URL?.trim())
    mistakes.push('WHENCE_REPLICA_URLS needs DATABASE_URL, the primary of these replicas.')
  if (result.success && mistakes.length === 0) {
    const read = result.data
    return {
      host: read.HOST,
      port: read.PORT,
      databaseUrl: read.DATABASE_URL,
      replicaUrls: read.WHENCE_REPLICA_URLS ?? [],
      replicaLagMs: read.WHENCE_REPLICA_LAG_MS,
      home: read.WHENCE_HOME,
      poolSize: read.WHENCE_POOL_SIZE,
      corsOrigins: read.WHENCE_CORS_ORIGINS,
      subgraphNode: read.WHENCE_SUBGRAPH_NODE,
      curators: read.WHENCE_CURATOR_TOKENS ?? [],
      limits: readLimits((setting) => read[setting]),
      documents: read.WHENCE_DOCUMENTS,
      documentsOnly: read.WHENCE_DOCUMENTS_ONLY,
      answerCacheBytes: read.WHENCE_RESPONSE_CACHE_MB * 1_048_576,
      redisUrl: read.REDIS_URL,
      metrics: read.WHENCE_METRICS,
      otlpEndpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
      drainMs: read.WHENCE_DRAIN_MS,
      logLevel: read.WHENCE_LOG_LEVEL,
    }
  }
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0])
    // A connection URL holds a password, and what curators are known by is nobody's business: neither is repeated.
    const value = ['DATABASE_URL', 'WHENCE_REPLICA_URLS', 'REDIS_URL', 'WHENCE_CURATOR_TOKENS'].includes(name)
      ? ''
      : ` (it is ${JSON.stringify(env[name])})`
    mistakes.push(`${name} ${issue.message}${value}.`)
  }
  throw new StartupError(
    'CONFIG_INVALID',
    ['The settings in the environment have mistakes:', ...mistakes].join('\n  '),
    '`whence serve --help` lists every setting with its default.',
  )
}

/** Whether npm started this process (`npm start`, `npx whence`). */
export const isRunByNpm = (env: Record<string, string | undefined> = process.env): boolean =>
  env.npm_lifecycle_event !== undefined
