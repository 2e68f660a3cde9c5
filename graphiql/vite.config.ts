// Builds GraphiQL into graphiql/dist, as src/plugins/use-graphiql.ts serves it
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/graphiql/',
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Monaco is one chunk of that size whatever we do; it loads after the page is there.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      // "use client" and the like say something to React servers only.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
    },
  },
})
