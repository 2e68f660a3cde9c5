// The packages of the load generator and of the peers: folders of their own, installed when they are first needed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folders = ['load', 'peers/postgraphile'].map((path) => fileURLToPath(new URL(`../${path}`, import.meta.url)))

/** @throws Error where npm can't install them */
export function installPeers(): void {
  for (const folder of folders) {
    if (existsSync(`${folder}/node_modules/.package-lock.json`)) continue
    const { status } = spawnSync('npm', ['ci', '--prefix', folder], { stdio: 'inherit' })
    if (status !== 0) throw new Error(`npm could not install what ${folder}/package-lock.json names.`)
  }
}
