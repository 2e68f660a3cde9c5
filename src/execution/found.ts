// Objects found below a field, which are executed together: those of one type are.
import type { Item } from './place.ts'
import type { Selection } from './query-plan.ts'

export class Found {
  readonly #items = new Map<Selection, Item[]>()
  // Most objects come after one of the same type.
  #last: Selection | undefined
  #alike: Item[] = []

  add(selection: Selection, item: Item): void {
    if (selection !== this.#last) {
      this.#last = selection
      this.#alike = this.#items.get(selection) ?? []
      this.#items.set(selection, this.#alike)
    }
    this.#alike.push(item)
  }

  /** In the order in which their types were first found. */
  get groups(): Iterable<[Selection, readonly Item[]]> {
    return this.#items
  }
}
