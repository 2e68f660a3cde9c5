// The opaque ids of nodes: the type and the natural key, the same on every instance.
import { InputError } from '../domain/input-error.ts'

/** The description of every `id` field. */
export const idMeaning = 'Opaque and the same on every instance: made of the type and its natural key.'

export const globalId = (type: string, key: string): string => Buffer.from(`${type}:${key}`).toString('base64')

/** What every id looks like, and few natural keys. */
const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Whether a text is the id of one of these types: then it stands where a natural key belongs. */
export function isGlobalId(text: string, types: object): boolean {
  if (text.length % 4 !== 0 || !base64.test(text)) return false
  const [type = '', ...key] = Buffer.from(text, 'base64').toString('utf8').split(':')
  return key.length > 0 && Object.hasOwn(types, type) && globalId(type, key.join(':')) === text
}

/** Throws InputError for a text that is no id of Whence's; says nothing about whether the node exists. */
export function readGlobalId(id: string): { type: string; key: string } {
  const text = Buffer.from(id, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || globalId(text.slice(0, colon), text.slice(colon + 1)) !== id)
    throw new InputError('id', `"${id.slice(0, 100)}" is not an id of Whence; pass one that an "id" field gave you.`)
  return { type: text.slice(0, colon), key: text.slice(colon + 1) }
}
