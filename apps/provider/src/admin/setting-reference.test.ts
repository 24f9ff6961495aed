import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runRecorded } from '../recording-terminal.suite.ts'
import { settingReference } from './setting-reference.ts'

let folder: string
let settings: Record<string, unknown>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-settings-'))
  const env = {
    LATCHKEY_BASE_URL: 'https://auth.example.com',
    LATCHKEY_DATABASE_URL: `sqlite:${join(folder, 'latchkey.sqlite')}`,
    LATCHKEY_MASTER_KEY: randomBytes(32).toString('hex'),
  }
  await runRecorded(['projects', 'create', '--name', 'Acme'], env)
  settings = JSON.parse((await runRecorded(['settings', 'get', '--json'], env)).out).settings
})
afterAll(() => rm(folder, { recursive: true }))

it('describes exactly the settings of a project', () => {
  expect(Object.keys(settingReference).sort()).toEqual(Object.keys(settings).sort())
})

it('lists every setting in settings set --help', async () => {
  const { out } = await runRecorded(['settings', 'set', '--help'], {})
  const listed = Object.keys(settings).filter((name) => new RegExp(`^  ${name} +\\S`, 'm').test(out))
  expect(listed).toEqual(Object.keys(settings))
})

/** `npx vitest run --project server setting-reference -u` writes the page. */
it('generates docs/settings.md', async () => {
  const rows = Object.entries(settingReference).map(([name, { type, meaning, default: text }]) => {
    const value = text ?? `\`${JSON.stringify(settings[name])}\``
    return `| \`${name}\` | ${type} | ${value} | ${meaning} |`
  })
  const page = `# Project settings

All settings of a project, with the value of a new one. This page is generated from apps/provider/src/admin/setting-reference.ts.

\`\`\`sh
latchkey settings get                                   # all of them
latchkey settings get password_policy                   # one of them
latchkey settings set step_up_minutes=10 enumeration=strict
latchkey settings set password_policy.minimum_length=12 # a part of a group
latchkey settings set rbac_policy=@policy.json          # a value from a file
\`\`\`

A value is JSON, or else text. \`PUT /v1/settings\` takes the same names ([Administration](administration.md#the-http-api)). Changes take effect within five seconds. Unknown names and invalid values are rejected, and nothing is changed.

Names are in snake_case, at every level (\`window_ms\`), except \`siteKey\` of \`captcha_settings\`. JSON in the [settings of a provider](provider.md#settings), in its environment or its file, has names in camelCase instead (\`windowMs\`).

| Setting | Type | Default | Meaning |
|---|---|---|---|
${rows.join('\n')}

## Redirect URLs

An entry of \`redirect_urls\` is compared with the whole URL: scheme, host and port exactly, the path exactly or below \`/*\`. Query parameters must be declared, each with its value or with \`{}\` for any value:

| Entry | Allows | Does not allow |
|---|---|---|
| \`https://app.example.com/authenticate\` | that URL | \`https://app.example.com/authenticate?next=/cart\` |
| \`https://app.example.com/authenticate?next={}\` | \`https://app.example.com/authenticate?next=/cart\`, and without the parameter | other parameters |
| \`https://app.example.com/authenticate?plan=pro\` | \`https://app.example.com/authenticate?plan=pro\` | \`?plan=free\` |
| \`https://app.example.com/*\` | every path of the host | query parameters |
| \`http://localhost:*/*\` | every path and query of every port, in test projects | |

The first entry without a pattern is the default if a call names no URL. The provider adds its own parameters (\`token\`, \`latchkey_token_type\`, …) to the URL; do not declare those.
`
  await expect(page).toMatchFileSnapshot('../../../../docs/settings.md')
})
