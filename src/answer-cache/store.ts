// Where answers are kept. A key names the state of the graph too, so nothing that is kept ever becomes wrong.

export interface AnswerStore {
  /** The text under a key; undefined where there is none, or where the store can't be asked. Never rejects. */
  get(key: string): Promise<string | undefined>
  /** Keeps a text as long as there is room. Never rejects. */
  set(key: string, text: string): Promise<void>
  close(): Promise<void>
}
