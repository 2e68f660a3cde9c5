// The toolbar's ways to take a list away: what is shown as CSV, and all observations that the query's filter leaves in
import { ToolbarButton, useGraphiQL } from '@graphiql/react'
import { resultAsCsv } from './result-table.ts'
import { wholeListUrl } from './whole-list.ts'

function Icon({ text }: { text: string }) {
  return (
    <svg className="graphiql-toolbar-icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <path strokeWidth="1.5" d="M4 14v6h16v-6M12 3v9m-4-3 4 4 4-4" />
      <text x="12" y="19" fontSize="6" textAnchor="middle" stroke="none" fill="currentColor">
        {text}
      </text>
    </svg>
  )
}

function save(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

export function CsvButtons() {
  const { queryEditor, variableEditor, responseEditor, operationName } = useGraphiQL((state) => ({
    ...{ queryEditor: state.queryEditor, variableEditor: state.variableEditor },
    ...{ responseEditor: state.responseEditor, operationName: state.operationName },
  }))
  const saveShown = () => {
    const table = resultAsCsv(responseEditor?.getValue() ?? '')
    if (!table) return window.alert('There is no list in the result. Run a query that asks for one.')
    const url = URL.createObjectURL(new Blob([table.csv], { type: 'text/csv' }))
    save(url, `${table.name || 'result'}.csv`)
    URL.revokeObjectURL(url)
  }
  const saveAll = () => {
    const url = wholeListUrl(queryEditor?.getValue() ?? '', variableEditor?.getValue() ?? '', operationName)
    if (url) save(url, 'whence-observations.csv')
    else
      window.alert(
        'This query asks for no list "observations" of its own. The button beside this one saves what is shown.',
      )
  }
  return (
    <>
      <ToolbarButton label="Save the shown list as CSV" onClick={saveShown}>
        <Icon text="CSV" />
      </ToolbarButton>
      <ToolbarButton label="Save all observations of this filter as CSV" onClick={saveAll}>
        <Icon text="ALL" />
      </ToolbarButton>
    </>
  )
}
