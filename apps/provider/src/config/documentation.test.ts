import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { settings } from './settings.ts'

const file = '../../../../docs/provider.md'

/** `npx vitest run --project server config/documentation -u` writes the table. */
it('generates the table of settings in docs/provider.md', async () => {
  const rows = Object.values(settings).map(({ env, alias, flag, type, default: value, meaning }) => {
    const names = [env, alias].flatMap((name) => (name ? [`\`${name}\``] : [])).join(', ')
    return `| ${names} | ${flag ? `\`--${flag}\`` : ''} | ${type} | ${value} | ${meaning} |`
  })
  const table = ['| Setting | Flag | Type | Default | Meaning |', '|---|---|---|---|---|', ...rows].join('\n')
  const page = readFileSync(new URL(file, import.meta.url), 'utf8')
  await expect(
    page.replace(
      /(<!-- settings -->\n\n)[\s\S]*(\n\n<!-- end of settings -->)/,
      (_, start, end) => start + table + end,
    ),
  ).toMatchFileSnapshot(file)
})
