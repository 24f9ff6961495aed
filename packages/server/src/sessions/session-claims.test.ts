import { type AuthenticationFactor, type Session, sessionClaim } from '@latchkey/contract'
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

it('has as many of the newest factors as a cookie holds, and at least one', () => {
  const factor = (index: number, length: number): AuthenticationFactor => ({
    ...{ type: 'otp', delivery_method: 'email', last_authenticated_at: at, created_at: at, updated_at: at },
    email_factor: { email_id: `email-test-${index}`, email_address: `${'a'.repeat(length)}@example.com` },
  })
  const factorsOf = (authentication_factors: AuthenticationFactor[]) => {
    const view = { ...session, authentication_factors }
    const signed = sessionClaims({ id: 'project-test-1' }, 'https://auth.example.com', record({}), view, {
      ...{ now, tokenHash: 'hash-of-the-token' },
    })
    const { authentication_factors: kept } = Object(signed[sessionClaim]) as typeof view
    return { kept, length: JSON.stringify(signed).length }
  }
  expect(factorsOf([]).kept).toEqual([])
  const long = [factor(0, 5_000)]
  expect(factorsOf(long).kept).toEqual(long)
  // Each length of the newest one moves the limit by a character.
  for (let length = 1; length <= 300; length += 1) {
    const factors = [...Array.from({ length: 30 }, (_, index) => factor(index, 1)), factor(30, length)]
    const { kept, length: characters } = factorsOf(factors)
    const dropped = factors.length - kept.length
    expect(kept).toEqual(factors.slice(dropped))
    expect(characters).toBeLessThanOrEqual(2_900)
    expect(characters + JSON.stringify(factors[dropped - 1]).length + 1).toBeGreaterThan(2_900)
  }
})
