// Curators' tokens: made once, kept as a hash, and recognised without telling by the time it takes how near a guess was.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A person who may curate, by the SHA-256 (hex) of a token; one person may have several. */
export interface Curator {
  name: string
  hash: string
}

/** 256 random bits: so many that a plain hash needs no salt and no stretching. */
const bytes = 32
const prefix = 'whence_'

/** Names go into histories and into WHENCE_CURATOR_TOKENS: no colon, no comma; "audit" is the audits' own. */
export function curatorNameProblem(name: string): string | null {
  if (!/^[\p{L}\p{N}](?:[\p{L}\p{N} ._@-]*[\p{L}\p{N}])?$/u.test(name) || name.length > 100)
    return 'a name is letters, digits, blanks and . _ @ - (at most 100), with a letter or digit at either end'
  return name.toLowerCase() === 'audit' ? '"audit" is the name in which audits act' : null
}

/** A new token and its hash. The token is shown once; only the hash is kept. */
export function makeToken(): { token: string; hash: string } {
  const token = `${prefix}${randomBytes(bytes).toString('base64url')}`
  return { token, hash: hashOf(token) }
}

/**
 * The curators of a text "name:hash,name:hash".
 * @throws Error that says what is wrong, without repeating a hash
 */
export function readCurators(text: string): Curator[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', hash = '', ...rest] = part.split(':').map((piece) => piece.trim())
      const problem = curatorNameProblem(name)
      if (problem) throw new Error(`${JSON.stringify(name)} is no curator's name: ${problem}`)
      if (rest.length > 0 || !/^[0-9a-f]{64}$/i.test(hash))
        throw new Error(`${name} needs one hash of 64 hex digits, as \`whence token\` prints it`)
      return { name, hash: hash.toLowerCase() }
    })
}

/** Whose token an Authorization header bears; null where it bears none that is known. Compares with every hash. */
export function curatorOf(curators: readonly Curator[], authorization: string | null): string | null {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) return null
  const given = Buffer.from(hashOf(token), 'hex')
  let found: string | null = null
  for (const { name, hash } of curators) if (timingSafeEqual(Buffer.from(hash, 'hex'), given)) found = name
  return found
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
