// Author: a person or an organisation.
import { authorLists, modelLists, sourceLists } from '../loaders/nodes.ts'
import { byId, paged, reads } from './batched.ts'
import { builder } from './builder.ts'
import { AuthorKind } from './enums.ts'
import { globalId, idMeaning } from './global-id.ts'
import { Author, AuthorConnection, Model, ModelConnection, Source, SourceConnection } from './refs.ts'

builder.prismaObjectFields(Author, (t) => ({
  id: t.id({ description: idMeaning, ...reads('slug'), resolve: (author) => globalId('Author', author.slug) }),
  slug: t.exposeString('slug', { description: 'The natural key, made from the name: "ion-stoica".' }),
  authorKind: t.field({
    type: AuthorKind,
    description: 'A person or an organisation.',
    ...reads('kind'),
    resolve: (author) => author.kind,
  }),
  name: t.exposeString('name', { shareable: true, description: 'The name: "Ion Stoica".' }),
  orcid: t.exposeString('orcid', { nullable: true, description: 'The ORCID; null where none is known.' }),
  sources: t.connection(
    { type: Source, description: 'What they wrote, by slug.', ...paged(sourceLists.ofAuthor, byId) },
    SourceConnection,
  ),
  models: t.connection(
    {
      type: Model,
      description: 'The models that this organisation developed, by slug.',
      ...paged(modelLists.ofAuthor, byId),
    },
    ModelConnection,
  ),
  coauthors: t.connection(
    {
      type: Author,
      description: 'Who wrote a source together with them, by slug.',
      ...paged(authorLists.coauthors, byId),
    },
    AuthorConnection,
  ),
}))
