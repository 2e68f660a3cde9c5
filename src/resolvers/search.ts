// Search over the names of models, benchmarks, sources and authors.
import { type PageArguments, pages } from '../loaders/list.ts'
import type { Found } from '../loaders/search.ts'
import { searchList } from '../loaders/search.ts'
import { batched, type Connection } from '../schema/batched.ts'
import { builder } from '../schema/builder.ts'
import { SearchConnection, SearchResult } from '../schema/refs.ts'
import { connectionsOf, nodesAt } from '../schema/subject-nodes.ts'

builder.queryFields((t) => ({
  search: t.connection(
    {
      type: SearchResult,
      description:
        'Models (by any name a source prints), benchmarks, sources and authors whose name holds all words of the text, each from its beginning: whole names first, then beginnings, then the rest.',
      args: { text: t.arg.string({ required: true, description: 'One or more words: "internlm2 reward".' }) },
      ...batched<unknown, PageArguments & { text: string }, Connection<never>>(async (_, args, context, columns) => {
        const found = await pages(context.db.pool, searchList, args, null)
        const pointers = found.flatMap((page) => page.nodes as unknown as Found[])
        const nodes = await nodesAt(
          pointers.map(({ kind, id }) => ({ table: kind, id })),
          context,
          columns,
        )
        return connectionsOf(found, nodes, () => ({ list: searchList, args, parent: null }))
      }),
    },
    SearchConnection,
  ),
}))
