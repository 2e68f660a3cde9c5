// Hive Gateway's settings: the supergraph is composed from what runs at these addresses, once, at the start.
import { defineConfig } from '@graphql-hive/gateway'
import { composeRunning } from './compose.js'

const { WHENCE_URL, REGISTRY_URL, READING_LIST_URL } = process.env

export const gatewayConfig = defineConfig({
  supergraph: () =>
    composeRunning({
      whence: WHENCE_URL ?? 'http://127.0.0.1:4000/graphql',
      registry: REGISTRY_URL ?? 'http://127.0.0.1:4001/graphql',
      reading: READING_LIST_URL ?? 'http://127.0.0.1:4002/graphql',
    }),
  pollingInterval: 0,
  landingPage: false,
})
