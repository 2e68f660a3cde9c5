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

const selectLists = new Map<string, Sql>()

/** Some columns of a table, by their field names; null for all. What identifies a row always comes along. */
export type Columns = ReadonlySet<string> | null

const identifying = new Set(['id', 'key', 'type'])

/** `r."model_id" AS "modelId", …` of a table under an alias. */
export function columnsOf(name: TableName, alias: string, columns: Columns = null): Sql {
  const all = fieldsOf(name)
  const wanted = columns ? all.filter((field) => columns.has(field) || identifying.has(field)) : all
  // A list must select something, even where nothing is read of its rows.
  const fields = wanted.length > 0 ? wanted : all.slice(0, 1)
  const key = `${alias}.${name}(${columns ? fields : '*'})`
  let list = selectLists.get(key)
  if (!list) {
    list = raw(
      fields
        .map((field) => `${alias}."${snakeCase(field)}"${casts[`${name}.${field}`] ?? ''} AS "${field}"`)
        .join(', '),
    )
    selectLists.set(key, list)
  }
  return list
}
