// Reads examples/queries/*.graphql into what a tab and the list of examples need
export interface Example {
  /** The file's name: "01-model-page.graphql" */
  file: string
  /** What stands before the colon of the first line: "Model page" */
  title: string
  /** What stands behind it: what the query answers */
  answers: string
  query: string
}

/**
 * The examples in the order of their number prefix.
 * @param files path -> text; the first line of each is `# Title: what it answers`
 * @throws Error naming the file whose first line says something else
 */
export function readExamples(files: Record<string, string>): Example[] {
  return Object.entries(files)
    .map(([path, query]) => {
      const file = path.slice(path.lastIndexOf('/') + 1)
      const [, title, answers] = /^# ([^:\n]+): (.+)/.exec(query) ?? []
      if (!title || !answers) throw new Error(`${file}: the first line must be "# Title: what the query answers"`)
      return { file, title, answers, query }
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1))
}
