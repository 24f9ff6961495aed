import type { Session } from '@latchkey/contract'
import { expect, it } from 'vitest'
import type { SessionRecord } from '../storage/records.ts'
import { sessionClaims } from './session-claims.ts'

const at = '2027-01-15T08:00:00.000Z'
const now = Date.parse(at)
const session: Session = {
  ...{ session_id: 'session-test-1', user_id: 'user-test-1', started_at: at, last_accessed_at: at, expires_at: at },
  ...{ attributes: { ip_address: '', user_agent: '' }, authentication_factors: [], custom_claims: null, roles: [] },
}
const record = (change: Partial<SessionRecord>): SessionRecord => ({
  ...{ projectId: 'project-test-1', id: 'session-test-1', tokenHash: '', prevHash: null, prevValidUntil: null },
  ...{ subjectKind: 'user', subjectId: 'user-test-1', organizationId: null, factors: [], customClaims: null },
  ...{
    ipAddress: '',
    userAgent: '',
    actor: null,
    accountEpoch: 0,
    issuedBy: null,
    startedAt: now,
    lastAccessedAt: now,
    expiresAt: now + 3_600_000,
  },
  revokedAt: null,
  ...change,
})
const claims = (change: Partial<SessionRecord>) =>
  sessionClaims({ id: 'project-test-1' }, 'https://auth.example.com', record(change), session, {
    ...{ now, tokenHash: 'hash-of-the-token' },
  })

it('ignores a custom claim named act, with and without an impersonation', () => {
  const customClaims = { act: { sub: 'ops@example.com' }, tier: 'gold' }
  expect(claims({ customClaims })).toMatchObject({ tier: 'gold', sub: 'user-test-1' })
  expect(claims({ customClaims })).not.toHaveProperty('act')
  expect(claims({ customClaims, actor: 'real@example.com' })).toMatchObject({ act: { sub: 'real@example.com' } })
})

it('does not let custom claims replace reserved claims', () => {
  const usual = claims({})
  const customClaims = Object.fromEntries(Object.keys(usual).map((name) => [name, 'forged']))
  expect(claims({ customClaims })).toEqual(usual)
})
