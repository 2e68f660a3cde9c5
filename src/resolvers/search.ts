// Search over the names of models, benchmarks, sources and authors.
import type { Found } from '../loaders/search.ts'
import { searchList } from '../loaders/search.ts'
import { builder } from '../schema/builder.ts'
import { atRoot, paged } from '../schema/paged.ts'
import { SearchConnection, SearchResult } from '../schema/refs.ts'

builder.queryFields((t) => ({
  search: t.connection(
    {
      type: SearchResult,
      description:
        'Models (by any name a source prints), benchmarks, sources and authors whose name holds all words of the text, each from its beginning: whole names first, then beginnings, then the rest.',
      args: { text: t.arg.string({ required: true, description: 'One or more words: "internlm2 reward".' }) },
      resolve: async (root, args, context) => {
        const connection = await paged(searchList, atRoot)(root, args, context)
        const edges = connection.edges.map(async ({ cursor, node }) => {
          const { kind, id } = node as unknown as Found
          return { cursor, node: (await context.load.row(kind).load(id)) as never }
        })
        return { ...connection, edges: await Promise.all(edges) }
      },
    },
    SearchConnection,
  ),
}))
