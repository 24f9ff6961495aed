import type { IdentityProviderName } from '@latchkey/contract'
import { type FakeAccount, fullName, subjectOf } from './fake-accounts.ts'
import { tenantIds } from './tenants.ts'

type Json = Record<string, unknown>

/** What an identity provider discloses: the address and whether it is verified, only the address, or nothing. */
export function disclosureOf(provider: IdentityProviderName): 'proof' | 'address' | 'nothing' {
  switch (provider) {
    case 'facebook':
    case 'amazon':
    case 'coinbase':
    case 'figma':
    case 'hubspot':
      return 'address'
    case 'twitter':
    case 'tiktok':
    case 'snapchat':
      return 'nothing'
    default:
      return 'proof'
  }
}

/** The claims of an id token, in the format of each provider. */
export function claimsOf(provider: IdentityProviderName, account: FakeAccount): Json {
  const sub = subjectOf(provider, account)
  const address = account.email === null ? {} : { email: account.email }
  const standard = {
    ...{ sub, name: fullName(account), given_name: account.firstName, family_name: account.lastName },
    ...{ picture: picture(account), locale: 'en-GB' },
    ...address,
    ...(account.email === null ? {} : { email_verified: account.emailVerified }),
  }
  switch (provider) {
    case 'google': {
      const [hd] = tenantIds('google', account)
      return { ...standard, ...(hd === undefined ? {} : { hd }) }
    }
    case 'slack': {
      const [team] = tenantIds('slack', account)
      return { ...standard, 'https://slack.com/user_id': `U${sub}`, 'https://slack.com/team_id': team }
    }
    case 'microsoft':
      return {
        ...{ sub, oid: sub, tid: microsoftTenant(account), name: fullName(account), ...address },
        preferred_username: account.email ?? sub,
        ...(account.emailVerified ? { xms_edov: true } : {}),
      }
    case 'apple':
      // Apple sends the flag as text, and the name in the callback.
      return { sub, ...address, ...(account.email === null ? {} : { email_verified: String(account.emailVerified) }) }
    case 'twitch': {
      const { email_verified, picture } = { email_verified: undefined, ...standard }
      return { sub, ...address, email_verified, picture, preferred_username: fullName(account) }
    }
    case 'yahoo':
      return { sub }
    default:
      return standard
  }
}

/** The issuer of an id token. */
export function issuerFor(issuer: string, account: FakeAccount): string {
  return issuer.replace('{tenantid}', microsoftTenant(account))
}

function microsoftTenant(account: FakeAccount): string {
  return tenantIds('microsoft', account)[0] ?? ''
}

/** The response of the profile endpoint. */
export function profileOf(provider: IdentityProviderName, account: FakeAccount): Json {
  const id = subjectOf(provider, account)
  const name = fullName(account)
  const address = account.email === null ? {} : { email: account.email }
  switch (provider) {
    case 'github':
      return {
        ...{ id: Number(id.slice(0, 12)), login: account.firstName.toLowerCase(), name, avatar_url: picture(account) },
        // Users enter what they like: no proof of a membership.
        company: '@acme',
      }
    case 'bitbucket':
      return { uuid: `{${id}}`, display_name: name, links: { avatar: { href: picture(account) } } }
    case 'facebook':
      return {
        ...{ id, name, first_name: account.firstName, last_name: account.lastName, ...address },
        picture: { data: { url: picture(account) } },
      }
    case 'discord':
      return {
        ...{ id, username: account.firstName.toLowerCase(), global_name: name, avatar: 'a1b2c3', locale: 'en-GB' },
        ...(account.email === null
          ? { email: null, verified: false }
          : { ...address, verified: account.emailVerified }),
      }
    case 'amazon':
      return { user_id: `amzn1.account.${id}`, name, ...address }
    case 'coinbase':
      return { data: { id, name, avatar_url: picture(account), ...address } }
    case 'figma':
      return { id, handle: name, img_url: picture(account), ...address }
    case 'hubspot':
      return { user_id: Number(id.slice(0, 12)), user: account.email, hub_id: Number(tenantIds('hubspot', account)[0]) }
    case 'twitter':
      return { data: { id, name, username: account.firstName.toLowerCase(), profile_image_url: picture(account) } }
    case 'tiktok':
      return {
        data: { user: { open_id: id, display_name: name, avatar_url: picture(account) } },
        error: { code: 'ok' },
      }
    case 'snapchat':
      return { data: { me: { externalId: id, displayName: name, bitmoji: { avatar: picture(account) } } } }
    case 'yahoo':
      return { ...claimsOf('google', account), sub: id }
    default:
      return claimsOf(provider, account)
  }
}

/** The response of the endpoint for email addresses, of providers that have one. */
export function emailsOf(provider: IdentityProviderName, { email, emailVerified }: FakeAccount): unknown {
  const others = [{ email: 'old@example.org', primary: false, verified: true }]
  if (provider === 'github')
    return email === null ? [] : [...others, { email, primary: true, verified: emailVerified, visibility: 'private' }]
  return { values: email === null ? [] : [{ email, is_primary: true, is_confirmed: emailVerified }] }
}

/**
 * The response of GitHub's endpoint for the memberships of the user. A person can be invited to any organization, so
 * that a pending membership says nothing.
 */
export function membershipsOf(account: FakeAccount): unknown {
  const ids = tenantIds('github', account).map((id) => ({ id, state: 'active' }))
  return [{ id: invitingOrganization, state: 'pending' }, ...ids].map(({ id, state }) => ({
    ...{ state, role: 'member' },
    organization: { id: Number(id), login: `organization-${id}` },
  }))
}

/** The organization at GitHub that has invited every account. */
const invitingOrganization = '2099'

function picture({ firstName }: FakeAccount): string {
  return `https://pictures.example.com/${encodeURIComponent(firstName.toLowerCase())}.png`
}
