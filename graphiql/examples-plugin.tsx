// The sidebar's list of examples: opens one in a tab of its own, also after its first tab was closed or changed
import { type GraphiQLPlugin, useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import type { Example } from './examples.ts'

function Icon() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path strokeLinecap="round" d="M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01" />
    </svg>
  )
}

function ExampleList({ examples }: { examples: Example[] }) {
  const { addTab, changeTab } = useGraphiQLActions()
  const tabs = useGraphiQL((state) => state.tabs)
  const editor = useGraphiQL((state) => state.queryEditor)
  const open = (query: string) => {
    const index = tabs.findIndex((tab) => tab.query === query)
    if (index >= 0) return changeTab(index)
    addTab()
    editor?.setValue(query)
  }
  return (
    <section className="whence-examples" aria-label="Examples">
      <h2>Examples</h2>
      <ul>
        {examples.map(({ file, title, answers, query }) => (
          <li key={file}>
            <button type="button" onClick={() => open(query)}>
              <strong>{title}</strong>
              <span>{answers}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A GraphiQL plugin that lists `examples` by title, with what each answers. */
export function examplesPlugin(examples: Example[]): GraphiQLPlugin {
  return { title: 'Examples', icon: Icon, content: () => <ExampleList examples={examples} /> }
}
