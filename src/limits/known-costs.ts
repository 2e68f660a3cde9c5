// Remembers what operations cost, by all of their variables that a cost can depend on.
import { Kind, type OperationDefinitionNode, type TypeNode } from 'graphql'

/** Most costs that are remembered of one operation, and the longest text of variables that is looked up. */
const [most, longest] = [50, 200]

/** Numbers multiply, Booleans leave out, lists and input objects have a size; a single text is a text. */
function matters(type: TypeNode): boolean {
  if (type.kind === Kind.NON_NULL_TYPE) return matters(type.type)
  return type.kind === Kind.LIST_TYPE || !['String', 'ID'].includes(type.name.value)
}

interface Known {
  /** The names of the variables that matter. */
  variables: string[]
  costs: Map<string, number>
}

export class KnownCosts {
  readonly #known = new WeakMap<OperationDefinitionNode, Known>()

  /** Where the cost of an operation with these variables is kept; null where it is not worth keeping. */
  entry(operation: OperationDefinitionNode, given: Readonly<Record<string, unknown>>): Entry | null {
    let known = this.#known.get(operation)
    if (!known) {
      const declared = operation.variableDefinitions ?? []
      const variables = declared.filter(({ type }) => matters(type)).map(({ variable }) => variable.name.value)
      known = { variables, costs: new Map() }
      this.#known.set(operation, known)
    }
    const { variables, costs } = known
    if (variables.length === 0) return new Entry(costs, '')
    // A variable that is left out is not one that is null.
    const values = variables.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]])
    if (values.some(([, value]) => Array.isArray(value) && value.length > longest)) return null
    const key = JSON.stringify(values)
    return key.length > longest ? null : new Entry(costs, key)
  }
}

class Entry {
  readonly #costs: Map<string, number>
  readonly #key: string

  constructor(costs: Map<string, number>, key: string) {
    this.#costs = costs
    this.#key = key
  }

  get cost(): number | undefined {
    return this.#costs.get(this.#key)
  }

  set cost(cost: number) {
    if (this.#costs.size >= most) this.#costs.clear()
    this.#costs.set(this.#key, cost)
  }
}
