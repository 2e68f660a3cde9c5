// docs/federation.md: every check of the table names a test that exists, and its keys are those of the code. The compose profile fits.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { entities } from '../../src/resolvers/entities.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const page = read('../../docs/federation.md')
const checks = [...page.matchAll(/^\| (\d+) \|(.*)\|(.*)\| (\w+): (.*) \|$/gm)]

test('has the 23 checks', () => {
  expect(checks.map(([, number]) => Number(number))).toEqual(Array.from({ length: 23 }, (_, i) => i + 1))
})

test.each(checks.map(([, number, , , file, title]) => [number, file, title]))(
  'check %s is shown by %s: %s',
  (...row) => {
    const [, file, title] = row as [string, string, string]
    expect(read(`${file}.test.ts`)).toContain(`'${title}'`)
  },
)

test('lists the keys of every entity', () => {
  const [, table = ''] = /## Keys\n([\s\S]*?)\n## /.exec(page) ?? []
  for (const [type, keys] of Object.entries(entities)) {
    const row = table.split('\n').find((line) => new RegExp(`^\\|[^|]*\\b${type}\\b`).test(line)) ?? ''
    for (const key of Object.keys(keys)) expect(row, type).toContain(`\`${key}\``)
  }
})

test('the compose profile gives the gateway the addresses that its settings read', () => {
  const { services } = parse(read('../../docker-compose.yml'))
  const settings = read('../../examples/federation/gateway/gateway.config.js')
  const { environment } = services.gateway
  const names = Object.keys(environment)
  expect(names.sort()).toEqual([...settings.matchAll(/\b\w+_URL(?= \?\?)/g)].map(([name]) => name).sort())
  for (const url of Object.values<string>(environment)) {
    const { hostname, port, pathname } = new URL(url)
    expect(pathname).toBe('/graphql')
    const service = services[hostname]
    expect(service, hostname).toBeDefined()
    if (service.build.args) {
      expect(String(service.environment.PORT)).toBe(port)
      expect(service.profiles).toEqual(['federation'])
      expect(
        existsSync(new URL(`../../examples/federation/${service.build.args.FOLDER}/server.js`, import.meta.url)),
      ).toBe(true)
    } else expect(port).toBe('4000')
  }
})
