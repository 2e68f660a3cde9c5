// GraphiQL for Whence: the explorer, the history, and the example queries as the first tabs
import 'graphiql/setup-workers/vite'
import { explorerPlugin } from '@graphiql/plugin-explorer'
import { useGraphiQL } from '@graphiql/react'
import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import 'graphiql/style.css'
import '@graphiql/plugin-explorer/style.css'
import './main.css'
import { CsvButtons } from './csv-buttons.tsx'
import { readExamples } from './examples.ts'
import { examplesPlugin } from './examples-plugin.tsx'

const examples = readExamples(
  import.meta.glob<string>('../examples/queries/*.graphql', { query: '?raw', import: 'default', eager: true }),
)
// The page is served at the GraphQL endpoint itself, so its own path is where queries go.
const fetcher = createGraphiQLFetcher({ url: window.location.pathname })
// A shared link (?query=…&variables=…) opens as a tab before the examples.
const shared = new URLSearchParams(window.location.search)
const query = shared.get('query') ?? undefined
const variables = shared.get('variables') ?? undefined

/** Wraps what is wider than the operation editor, so that the examples' comments can be read. */
function WrapLongLines() {
  const editor = useGraphiQL((state) => state.queryEditor)
  useEffect(() => editor?.updateOptions({ wordWrap: 'on', wrappingIndent: 'indent' }), [editor])
  return null
}

createRoot(document.getElementById('graphiql') as HTMLElement).render(
  <GraphiQL
    fetcher={fetcher}
    plugins={[examplesPlugin(examples), explorerPlugin(), HISTORY_PLUGIN]}
    defaultTabs={[...(query ? [{ query, variables }] : []), ...examples.map((example) => ({ query: example.query }))]}
    initialQuery={query}
    initialVariables={variables}
    inputValueDeprecation
    schemaDescription
  >
    <GraphiQL.Logo>
      <span className="whence-name">
        <strong>Whence</strong> <span>where does this number come from?</span>
      </span>
    </GraphiQL.Logo>
    <GraphiQL.Toolbar>
      {({ prettify, merge, copy }) => (
        <>
          {prettify}
          {merge}
          {copy}
          <CsvButtons />
        </>
      )}
    </GraphiQL.Toolbar>
    <WrapLongLines />
  </GraphiQL>,
)
