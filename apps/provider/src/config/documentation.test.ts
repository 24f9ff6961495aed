import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { settings } from './settings.ts'

const page = readFileSync(new URL('../../../../docs/provider.md', import.meta.url), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| `LATCHKEY_'))

it.each(Object.values(settings))('docs/provider.md lists $env with its flag', ({ env, flag }) => {
  const [, names = '', flags = ''] = rows.find((row) => row.includes(`\`${env}\``))?.split('|') ?? []
  expect([names.includes(`\`${env}\``), flags.trim()]).toEqual([true, flag === undefined ? '' : `\`--${flag}\``])
})

it('docs/provider.md lists no setting that does not exist', () => {
  const listed = rows.flatMap((row) => row.split('|')[1]?.match(/LATCHKEY_\w+/g) ?? [])
  expect(listed.sort()).toEqual(
    Object.values(settings)
      .map(({ env }) => env)
      .sort(),
  )
})
