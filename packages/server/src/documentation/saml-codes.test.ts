import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkOf } from '../saml/checks.ts'

const page = readFileSync(new URL('../../../../docs/business/sso.md', import.meta.url), 'utf8')

it('explains each diagnosis code, with what to change', () => {
  const [, section = ''] = page.split('## Diagnosis codes')
  const [table = ''] = section.split('\n## ')
  const rows = [...table.matchAll(/^\| `(\w+)`(?: \(OIDC\))? \| [^|]+ \| [^|]+ \|$/gm)].map(([, code]) => code)
  expect(rows).toEqual([...Object.keys(checkOf), 'replayed', 'token_exchange', 'unreachable'])
})
