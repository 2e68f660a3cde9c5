// Yoga plugin: queries are executed level by level; everything else by graphql-js.
import type { Plugin } from 'graphql-yoga'
import { executeByLevel } from '../execution/execute-by-level.ts'

export const useLevelExecution = (): Plugin => ({
  onExecute({ setExecuteFn }) {
    setExecuteFn(executeByLevel)
  },
})
