import type { AccountRecord } from '../../storage/records.ts'
import type { TokenSubject } from '../protocol/subject.ts'

/** The claims of a user or member for the granted scopes (OIDC Core §5.4), without unknown values. */
export function subjectClaims(subject: TokenSubject, scopes: readonly string[]): Record<string, unknown> {
  const { account } = subject
  return {
    sub: account.id,
    ...organizationClaims(subject),
    ...(scopes.includes('profile') ? profileClaims(account) : {}),
    ...(scopes.includes('email') ? emailClaims(account) : {}),
    ...(scopes.includes('phone') ? phoneClaims(account) : {}),
  }
}

/** The organization of a member, in every token: an API must not confuse the members of two organizations. */
export function organizationClaims({ membership }: TokenSubject): Record<string, string> {
  if (membership === null) return {}
  const { id, slug } = membership.organization
  return { organization_id: id, organization_slug: slug }
}

export const supportedClaims: readonly string[] = [
  ...['sub', 'iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'amr', 'azp', 'sid', 'at_hash'],
  ...['name', 'given_name', 'middle_name', 'family_name', 'picture', 'locale', 'updated_at'],
  ...['email', 'email_verified', 'phone_number', 'phone_number_verified'],
]

export const organizationClaimNames: readonly string[] = ['organization_id', 'organization_slug']

function profileClaims({ name, registrations, updatedAt }: AccountRecord): Record<string, unknown> {
  const { first_name, middle_name, last_name } = name
  const oauthDetails = registrations.filter(({ kind }) => kind === 'oauth').map(({ details }) => details)
  const first = (field: string): string | undefined =>
    oauthDetails
      .map((details) => details[field])
      .find((value): value is string => typeof value === 'string' && value !== '')
  return present({
    name: [first_name, middle_name, last_name].filter(Boolean).join(' '),
    given_name: first_name,
    middle_name,
    family_name: last_name,
    picture: first('profile_picture_url'),
    locale: first('locale'),
    updated_at: Math.floor(updatedAt / 1_000),
  })
}

function emailClaims(account: AccountRecord): Record<string, unknown> {
  const one = firstRegistration(account, 'email')
  return one ? { email: one.uniqueKey, email_verified: one.verified } : {}
}

function phoneClaims(account: AccountRecord): Record<string, unknown> {
  const one = firstRegistration(account, 'phone_number')
  return one ? { phone_number: one.uniqueKey, phone_number_verified: one.verified } : {}
}

/** The first verified registration, or else the first one. */
function firstRegistration({ registrations }: AccountRecord, kind: 'email' | 'phone_number') {
  const all = registrations.filter((one) => one.kind === kind)
  return all.find(({ verified }) => verified) ?? all[0]
}

function present(claims: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined && value !== ''))
}
