// The columns of each table as the rows of this program name them.
import { raw, type Sql } from 'sql-template-tag'
import type { Prisma } from '../generated/prisma/client.ts'
import { Prisma as Generated } from '../generated/prisma/client.ts'

type Shapes = { [Name in Prisma.ModelName]: Prisma.TypeMap['model'][Name]['payload']['scalars'] }

/** A row as PostgreSQL sends it: exact decimals stay the text they are ("63.40"), never a float. */
export type Stored<Shape> = {
  [Field in keyof Shape]: Prisma.Decimal extends NonNullable<Shape[Field]>
    ? string | Extract<Shape[Field], null>
    : Shape[Field]
}
export type TableName = Prisma.ModelName
export type Row<Name extends TableName> = Stored<Shapes[Name]>

const fieldsOf = (name: TableName): string[] =>
  Object.keys(Generated[`${name}ScalarFieldEnum` as 'ModelScalarFieldEnum'])

/** The name in the database: the snake_case of the name in the Prisma schema, without exception. */
export const snakeCase = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]/g, (c) => `_${c}`).toLowerCase()

export const tableOf = (name: TableName): Sql => raw(`"${snakeCase(name)}"`)

/** Columns that the driver would give as the text of an array: it doesn't know the types of our enumerations. */
const casts: Record<string, string> = { 'Note.aspects': '::text[]' }

/** Some columns of a table, by their field names; null for all. Which type a note is of always comes along. */
export type Columns = ReadonlySet<string> | null

const always = new Set(['type'])

/** Keeps what is made of a set of columns, a table and an alias: mostly the sets of a known query, over and over. */
function remembered(make: (fields: string[], name: TableName, alias: string) => Sql) {
  const made = new WeakMap<ReadonlySet<string>, Map<string, Sql>>()
  const everything: ReadonlySet<string> = new Set()
  return (name: TableName, alias: string, columns: Columns = null): Sql => {
    let lists = made.get(columns ?? everything)
    if (!lists) {
      lists = new Map()
      made.set(columns ?? everything, lists)
    }
    const key = `${alias}.${name}`
    let list = lists.get(key)
    if (!list) {
      const all = fieldsOf(name)
      const wanted = columns ? all.filter((field) => columns.has(field) || always.has(field)) : all
      // A list must select something, even where nothing is read of its rows.
      list = make(wanted.length > 0 ? wanted : all.slice(0, 1), name, alias)
      lists.set(key, list)
    }
    return list
  }
}

/** `r."model_id" AS "modelId", …` of a table under an alias. */
export const columnsOf = remembered((fields, name, alias) =>
  raw(
    fields.map((field) => `${alias}."${snakeCase(field)}"${casts[`${name}.${field}`] ?? ''} AS "${field}"`).join(', '),
  ),
)

/** `c."modelId", …` of a subquery that has selected them so. */
export const namesOf = remembered((fields, _, alias) => raw(fields.map((field) => `${alias}."${field}"`).join(', ')))

const widened = new WeakMap<ReadonlySet<string>, Map<string, ReadonlySet<string>>>()

/** The columns and one more: the same set each time. */
export function withColumn(columns: Columns, column: string): Columns {
  if (columns === null || columns.has(column)) return columns
  const sets = widened.get(columns) ?? new Map<string, ReadonlySet<string>>()
  widened.set(columns, sets)
  const known = sets.get(column)
  if (known) return known
  const set = new Set([...columns, column])
  sets.set(column, set)
  return set
}

/** A row that a column points at, read together with the row that points. */
export interface Join {
  column: string
  table: TableName
  columns: string[]
}

/** How a column of a row that another points at is named among columns that are read. */
export const joinedColumn = (column: string, table: string, name: string): string => `${column}.${table}.${name}`

const joins = new WeakMap<ReadonlySet<string>, Join[]>()

/** What is to be joined, by such names among the columns. */
export function joinsIn(columns: Columns): Join[] {
  if (columns === null) return []
  const known = joins.get(columns)
  if (known) return known
  const found = new Map<string, Join>()
  for (const name of columns) {
    const [column = '', table, of] = name.split('.')
    if (of === undefined) continue
    const join = found.get(column) ?? { column, table: table as TableName, columns: [] }
    join.columns.push(of)
    found.set(column, join)
  }
  const list = [...found.values()]
  joins.set(columns, list)
  return list
}

/** `j."name" AS "authorId.Author.name", …` of a joined table under an alias. */
export const joinedColumnsOf = ({ column, table, columns }: Join, alias: string): Sql => {
  const all = fieldsOf(table).filter((field) => columns.includes(field) || always.has(field))
  return raw(all.map((field) => `${alias}."${snakeCase(field)}" AS "${joinedColumn(column, table, field)}"`).join(', '))
}
