// Where the whole of a query's list of observations can be had as CSV, whatever the page that is shown
import { type FieldNode, Kind, parse, valueFromASTUntyped } from 'graphql'

/**
 * "/export/observations.csv?filter=…": the root list of observations that an operation asks for, with its filter and order;
 * null where it asks for none, or where the text is no GraphQL yet.
 */
export function wholeListUrl(query: string, variables: string, operationName?: string): string | null {
  try {
    const document = parse(query)
    const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    const operation = operations.find(({ name }) => name?.value === operationName) ?? operations[0]
    const list = operation?.selectionSet.selections.find(
      (selection): selection is FieldNode => selection.kind === Kind.FIELD && selection.name.value === 'observations',
    )
    if (!operation || !list) return null
    const values = variables.trim() === '' ? {} : JSON.parse(variables)
    for (const { variable, defaultValue } of operation.variableDefinitions ?? [])
      if (defaultValue && !(variable.name.value in values))
        values[variable.name.value] = valueFromASTUntyped(defaultValue)
    const search = new URLSearchParams()
    for (const { name, value } of list.arguments ?? []) {
      const given = valueFromASTUntyped(value, values)
      if (['filter', 'orderBy'].includes(name.value) && given != null) search.set(name.value, JSON.stringify(given))
    }
    return `/export/observations.csv${search.size > 0 ? `?${search}` : ''}`
  } catch {
    return null
  }
}
