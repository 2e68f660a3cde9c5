// Settings: defaults, every mistake at once, and the same list in the help and in the README.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig, settings } from '../src/config.ts'
import { defaultLimits } from '../src/limits/limits.ts'
import { StartupError } from '../src/startup-error.ts'

function mistakesOf(env: Record<string, string>): StartupError {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof StartupError) return error
  }
  throw new Error('no mistake was found')
}

describe('readConfig', () => {
  test('has a default for everything but the database', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 4000,
      databaseUrl: undefined,
      replicaUrls: [],
      replicaLagMs: 10_000,
      answerCacheBytes: 0,
      redisUrl: undefined,
      home: '.whence',
      poolSize: 10,
      corsOrigins: '*',
      curators: [],
      subgraphNode: true,
      limits: defaultLimits,
      documents: undefined,
      documentsOnly: false,
      metrics: true,
      otlpEndpoint: undefined,
      drainMs: 0,
      logLevel: 'info',
    })
  })

  test('reads what is set, and takes an empty text for not set', () => {
    const env = {
      HOST: '0.0.0.0',
      PORT: '0',
      DATABASE_URL: 'postgres://u:p@db:5432/whence',
      WHENCE_HOME: '',
      WHENCE_CORS_ORIGINS: 'https://a.example, http://localhost:3000',
      WHENCE_LOG_LEVEL: 'debug',
    }
    expect(readConfig(env)).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      databaseUrl: env.DATABASE_URL,
      home: '.whence',
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
      logLevel: 'debug',
    })
    expect(readConfig({ WHENCE_CORS_ORIGINS: 'none' }).corsOrigins).toEqual([])
  })

  test('tells all mistakes at once, each with its variable, what it holds and what it may hold', () => {
    const error = mistakesOf({
      PORT: '70000',
      WHENCE_POOL_SIZE: 'many',
      WHENCE_LOG_LEVEL: 'loud',
      WHENCE_CORS_ORIGINS: 'https://a.example/path,b.example',
      WHENCE_POOLSIZE: '3',
    })
    expect(error.code).toBe('CONFIG_INVALID')
    expect(error.hint).toContain('--help')
    for (const part of [
      'PORT must be a whole number from 0 to 65535 (it is "70000")',
      'WHENCE_POOL_SIZE must be a whole number from 1 to 1000 (it is "many")',
      'WHENCE_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent (it is "loud")',
      'not one: https://a.example/path, b.example',
      'WHENCE_POOLSIZE is not a setting',
    ]) {
      expect(error.message).toContain(part)
    }
  })

  test.each(['1.5', '-1', '1e3', '0x10', '99999999999999999999'])('takes no %s for a port', (PORT) => {
    expect(mistakesOf({ PORT }).message).toContain('PORT must be a whole number')
  })

  test('reads a list of replicas, which need their primary, and repeats none of their passwords', () => {
    const DATABASE_URL = 'postgresql://u:p@primary/whence'
    const urls = ['postgresql://u:secret@one/whence', 'postgres://u:secret@two:5433/whence']
    const read = readConfig({ DATABASE_URL, WHENCE_REPLICA_URLS: urls.join(' , '), WHENCE_REPLICA_LAG_MS: '500' })
    expect(read).toMatchObject({ replicaUrls: urls, replicaLagMs: 500 })
    expect(mistakesOf({ WHENCE_REPLICA_URLS: urls.join(',') }).message).toContain(
      'WHENCE_REPLICA_URLS needs DATABASE_URL',
    )
    const wrong = mistakesOf({ DATABASE_URL, WHENCE_REPLICA_URLS: `${urls[0]},two`, REDIS_URL: 'http://:secret@host' })
    expect(wrong.message).toContain('WHENCE_REPLICA_URLS must be URLs like postgresql://')
    expect(wrong.message).toContain('REDIS_URL must look like redis://')
    expect(wrong.message).not.toContain('secret')
  })

  test('never repeats the password of a wrong DATABASE_URL', () => {
    const error = mistakesOf({ DATABASE_URL: 'mysql://root:secret@db/whence' })
    expect(error.message).toContain('DATABASE_URL must look like postgresql://')
    expect(error.message).not.toContain('secret')
  })
})

const readme = new URL('../README.md', import.meta.url)

test.skipIf(!existsSync(readme))('the README lists every setting with its default', () => {
  const rows = readFileSync(readme, 'utf8').match(/^\| `[A-Z_]+` \|.*$/gm) ?? []
  const listed = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
  expect(listed).toEqual(
    Object.entries(settings).map(([name, { description, default: value }]) => [name, value ?? '', description]),
  )
})
