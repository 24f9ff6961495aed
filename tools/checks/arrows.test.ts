import { expect, it } from 'vitest'
import { checkArrows, misplacedExpressions } from './arrows.ts'
import { readSource } from './sources.ts'

const admission = 'packages/server/src/organizations/admission.ts'
const complaint = (path: string) =>
  `${path}: only organizations/admission.ts decides that a sign-in may start a session`

it.each([
  ['the import of the brand', "import { admittedBrand } from '../sessions/admission-type.ts'"],
  ['another name for it', "import { admittedBrand as brand } from '../sessions/admission-type.ts'"],
  ['a value with it', "const forged = { kind: 'admitted', [types.admittedBrand]: true }"],
  ['an assertion of the type', "issueSession(tx, { admission: { kind: 'admitted' } as Admitted })"],
  ['an assertion of the union', 'const forged = JSON.parse(text) as Admission'],
])('reports %s in any file but the one that decides [B-ADM-10]', (_, code) => {
  for (const path of [
    'packages/server/src/organizations/sign-in/conclude-sign-in.ts',
    'packages/server/src/products/oauth/oauth.authenticate.ts',
    'packages/server/src/sessions/issue-session.ts',
  ])
    expect(misplacedExpressions(path, code)).toEqual([complaint(path)])
  expect(misplacedExpressions(admission, code)).toEqual([])
})

it('reports every file that has the source of the decision, and none of this project [B-ADM-10]', async () => {
  const copy = admission.replace('admission.ts', 'admission-copy.ts')
  expect(misplacedExpressions(copy, readSource(admission))).toEqual([complaint(copy)])
  expect(await checkArrows()).toEqual([])
})
