import { type AuthenticationFactor, reservedClaims, sessionClaim } from '@latchkey/contract'
import { expect, it } from 'vitest'
import type { SessionRecord } from '../storage/records.ts'
import { memberSessionView } from './member-session-view.ts'
import { sessionClaims } from './session-claims.ts'

const at = '2027-01-15T08:00:00.000Z'
const now = Date.parse(at)
const times = { last_authenticated_at: at, created_at: at, updated_at: at }
const link: AuthenticationFactor = {
  ...{ type: 'magic_link', delivery_method: 'email', ...times },
  email_factor: { email_id: 'email-1', email_address: 'ada@example.com' },
}
const sms: AuthenticationFactor = { type: 'otp', delivery_method: 'sms', ...times }
const totp: AuthenticationFactor = { type: 'totp', delivery_method: 'authenticator_app', ...times }
const record: SessionRecord = {
  ...{ projectId: 'project-1', id: 'session-1', tokenHash: 'hash', prevHash: null, prevValidUntil: null },
  ...{ subjectKind: 'member', subjectId: 'member-1', organizationId: 'organization-1', factors: [link, sms, totp] },
  ...{ customClaims: null, ipAddress: '', userAgent: '', actor: null, accountEpoch: 0, issuedBy: null },
  ...{ startedAt: now, lastAccessedAt: now + 60_000, expiresAt: now + 3_600_000, revokedAt: null },
}
const acme = { id: 'organization-1', slug: 'acme' }

it('shows organization, roles, times and the order of the factors of a member session', () => {
  expect(memberSessionView(record, acme, ['latchkey_member'])).toEqual({
    member_session_id: 'session-1',
    member_id: 'member-1',
    organization_id: 'organization-1',
    organization_slug: 'acme',
    started_at: at,
    last_accessed_at: '2027-01-15T08:01:00.000Z',
    expires_at: '2027-01-15T09:00:00.000Z',
    authentication_factors: [
      { ...link, sequence_order: 'PRIMARY' },
      { ...sms, sequence_order: 'SECONDARY' },
      { ...totp, sequence_order: 'SECONDARY' },
    ],
    roles: ['latchkey_member'],
  })
})

it('puts organization and roles of a member session into its JWT', () => {
  const view = memberSessionView({ ...record, customClaims: { tier: 'gold' } }, acme, ['latchkey_member'])
  const claims = sessionClaims({ id: 'project-1' }, 'https://auth.example.com', record, view, {
    now,
    tokenHash: 'hash',
  })
  expect(claims).toMatchObject({ sub: 'member-1', sid: 'session-1', amr: ['magic_link', 'otp', 'totp'] })
  const { member_session_id, member_id, custom_claims, ...rest } = view
  expect(claims[sessionClaim]).toEqual({ id: 'session-1', ...rest })
  expect(Object.keys(claims).filter((name) => !reservedClaims.includes(name))).toEqual([])
})
