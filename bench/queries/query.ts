// What a query of the benchmark is: the same question to Whence, to PostGraphile and to PostgreSQL itself.

/** An answer, as JSON.parse gives it. */
export type Data = ReturnType<typeof JSON.parse>

export interface Question {
  query: string
  variables: Record<string, unknown>
}

export interface Query {
  id: string
  title: string
  whence: Question
  /** None where PostGraphile has no counterpart. */
  postgraphile?: Question
  /** One statement; the only column of its only row is the answer, as JSON text. */
  limit: { text: string; values: unknown[] }
  /** A page deep in a list: so many rows are walked before, to find the cursor that goes into the variable `after`. */
  deep?: { rows: number; list: string }
  /** Brings PostGraphile's answer into the shape of Whence's. */
  likeWhence?(data: Data): Data
  /** Keeps what the answers must have in common; all of it where it is left out. */
  compared?(data: Data): Data
}

/** What the queries ask about, beyond what bench/data/size.ts names. */
export interface Subjects {
  settingKey: string
  observationKey: string
  /** The last row before Q5's page. */
  deep: { value: string; key: string }
  entitySlugs: string[]
}

/** Rows of Q5's list that come before its page. */
export const deepRows = 6_000

/** By code unit, as the database orders keys and slugs. */
export const sortBy = <T>(items: T[], key: (item: T) => string): T[] =>
  [...items].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))

/** SQL: the rows of a subquery `r` as a JSON array of `item`, in the order of `by`; or an empty one. */
export const jsonList = (item: string, from: string, by: string): string =>
  `(SELECT coalesce(json_agg(${item} ORDER BY ${by}), '[]') FROM ${from})`

/** SQL: a JSON object of columns: `o.key`, or `name: expression`. */
export const jsonObject = (...fields: string[]): string => {
  const pairs = fields.map((field) => {
    const named = /^(\w+): ([\s\S]+)$/.exec(field)
    const name = named?.[1] ?? (field.split('.')[1] as string)
    return `'${name}', ${named?.[2] ?? field.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`
  })
  return `json_build_object(${pairs.join(', ')})`
}
export const jsonNodes = (item: string, from: string, by: string): string =>
  jsonObject(`nodes: ${jsonList(item, from, by)}`)
