// The command line of the benchmark.
import { parseArgs } from 'node:util'
import type { Scale } from '../data/size.ts'

export interface Options {
  quick: boolean
  only: string[] | undefined
  scale: Scale
  /** Folder for a CPU profile of Whence; nothing is written to docs then. */
  profile: string | undefined
  write: boolean
}

export const usage = `npm run bench -- [--quick] [--only Q1,Q2] [--scale 100k|1m] [--no-write] [--profile FOLDER]
  --quick       about two minutes instead of about ten; docs/performance.md stays as it is
  --only        these queries alone; docs/performance.md stays as it is
  --scale       how many observations (1m)
  --no-write    print the tables, but leave docs/performance.md as it is
  --profile     CPU profile of Whence, written to FOLDER`

export function readOptions(argv = process.argv.slice(2)): Options {
  const { values } = parseArgs({
    args: argv,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      scale: { type: 'string', default: '1m' },
      'no-write': { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  })
  if (values.scale !== '1m' && values.scale !== '100k') throw new Error(`--scale ${values.scale}?\n${usage}`)
  const only = values.only?.toUpperCase().split(',')
  const write = !values['no-write'] && !values.quick && !only && !values.profile && values.scale === '1m'
  return { quick: values.quick, only, scale: values.scale, profile: values.profile, write }
}
