#!/usr/bin/env node
// The command `whence`: lets Node read TypeScript, then hands over to src/main.ts.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Whence needs Node 20.19 or newer, and this is ${process.version}.`)
  process.exit(1)
}
const { register } = await import('tsx/esm/api')
register()
await import('../src/main.ts')
