import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkOf } from '../saml/checks.ts'

const page = readFileSync(new URL('../../../../docs/business/sso.md', import.meta.url), 'utf8')

it('explains each diagnosis code of SAML, with what to change', () => {
  const table = page.slice(page.indexOf('## Diagnosis codes'))
  const rows = [...table.matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, code]) => code)
  expect(rows).toEqual(Object.keys(checkOf))
})
