import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkOf } from '../saml/checks.ts'
import { diagnoses } from '../sso/diagnosis.ts'

const page = readFileSync(new URL('../../../../docs/business/sso.md', import.meta.url), 'utf8')

it('explains each diagnosis code, with what to change', () => {
  const [, section = ''] = page.split('## Diagnosis codes')
  const [table = ''] = section.split('\n## ')
  const rows = [...table.matchAll(/^\| `(\w+)`(?: \(OIDC\))? \| ([^|]+) \| [^|]+ \|$/gm)]
  expect(rows.map(([, code]) => code)).toEqual([...Object.keys(checkOf), 'replayed', 'token_exchange', 'unreachable'])
  // The sentences are those that an admin reads after a test.
  const sentences = rows.map(([, code, sentence]) => [code, sentence?.replaceAll('`', '')])
  expect(Object.fromEntries(sentences)).toEqual(diagnoses)
})
