// Search over the names of models, benchmarks, sources and authors.
import type { GraphContext } from '../context.ts'
import type { Columns } from '../db/columns.ts'
import { cursorColumn, type PageArguments, pages } from '../loaders/list.ts'
import type { Found } from '../loaders/search.ts'
import { searchList } from '../loaders/search.ts'
import { batched, type Connection } from '../schema/batched.ts'
import { builder } from '../schema/builder.ts'
import { SearchConnection, SearchResult } from '../schema/refs.ts'
import { connectionsOf, nodesAt } from '../schema/subject-nodes.ts'

/** The columns that the search itself has read. */
const searched = new Set(['id', 'slug', 'name', 'title', cursorColumn])

/** The nodes that were found; they are read anew where more is asked of them than the search has seen. */
function nodesOf(matches: readonly Found[], context: GraphContext, columns: Columns): Promise<object[]> | object[] {
  if (columns && [...columns].every((column) => searched.has(column)))
    return matches.map(({ kind, id, slug, name }) => ({ $table: kind, id, slug, name, title: name }))
  return nodesAt(
    matches.map(({ kind, id }) => ({ table: kind, id })),
    context,
    columns,
  )
}

builder.queryFields((t) => ({
  search: t.connection(
    {
      type: SearchResult,
      description:
        'Models (by any name a source prints), benchmarks, sources and authors whose name holds all words of the text, each from its beginning: whole names first, then beginnings, then the rest.',
      args: { text: t.arg.string({ required: true, description: 'One or more words: "internlm2 reward".' }) },
      ...batched<unknown, PageArguments & { text: string }, Connection<never>>(async (_, args, context, columns) => {
        const found = await pages(context.db.pool, searchList, args, null)
        const nodes = await nodesOf(
          found.flatMap((page) => page.nodes as unknown as Found[]),
          context,
          columns ?? null,
        )
        return connectionsOf(found, nodes, () => ({ list: searchList, args, parent: null }))
      }),
    },
    SearchConnection,
  ),
}))
