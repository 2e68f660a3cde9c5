// Composes a supergraph from subgraphs that run: each tells its own SDL.
import { composeServices } from '@theguild/federation-composition'
import { parse } from 'graphql'

/** The SDL of the subgraph at a GraphQL endpoint. */
async function sdlOf(url) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ _service { sdl } }' }),
  })
  const { data, errors } = await response.json()
  if (!data?._service?.sdl) throw new Error(`${url} gave no SDL: ${JSON.stringify(errors ?? response.status)}`)
  return data._service.sdl
}

/** The supergraph of subgraphs ({name: url}), as SDL. Throws an Error that lists what does not fit together. */
export async function composeRunning(subgraphs) {
  const services = await Promise.all(
    Object.entries(subgraphs).map(async ([name, url]) => ({ name, url, typeDefs: parse(await sdlOf(url)) })),
  )
  const { supergraphSdl, errors = [] } = composeServices(services)
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return supergraphSdl
}
