// What a query of the benchmark is: the same question to Whence, to PostGraphile and to PostgreSQL itself.

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
  /** One statement whose only row has the answer as JSON in its only column. */
  limit: { text: string; values: unknown[] }
  /** Fields of types ("Query.provenance") that the query needs and the schema may not have yet. */
  needs: string[]
  /** Takes from each answer what all must have in common, in one shape. */
  normalise: {
    whence(data: never): unknown
    postgraphile?(data: never): unknown
    limit(data: never): unknown
  }
}

/** What the queries ask about, read from the database once. */
export interface Subjects {
  settingKey: string
  observationKeys: string[]
  /** The place in Q5's list after which its deep page starts. */
  deep: { value: string; key: string }
  entitySlugs: string[]
}

/** Stable order by a field, for lists that the peers order otherwise. */
export const sortBy = <T>(items: T[], key: (item: T) => string): T[] =>
  [...items].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
