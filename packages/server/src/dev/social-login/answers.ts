import type { OAuthProvider } from '@latchkey/contract'
import { fullName, type Person, subjectOf } from './persons.ts'

type Json = Record<string, unknown>

/** What an identity provider discloses: the address and whether it is verified, only the address, or nothing. */
export function disclosureOf(provider: OAuthProvider): 'proof' | 'address' | 'nothing' {
  switch (provider) {
    case 'facebook':
    case 'amazon':
    case 'coinbase':
    case 'figma':
      return 'address'
    case 'twitter':
    case 'tiktok':
    case 'snapchat':
      return 'nothing'
    default:
      return 'proof'
  }
}

const tenant = '3f6d0c5e-0000-4000-8000-1a7c4be70000'

/** The claims of an id token, in the format of each provider. */
export function claimsOf(provider: OAuthProvider, person: Person): Json {
  const sub = subjectOf(provider, person)
  const address = person.email === null ? {} : { email: person.email }
  const standard = {
    ...{ sub, name: fullName(person), given_name: person.firstName, family_name: person.lastName },
    ...{ picture: picture(person), locale: 'en-GB' },
    ...address,
    ...(person.email === null ? {} : { email_verified: person.emailVerified }),
  }
  switch (provider) {
    case 'microsoft':
      return {
        ...{ sub, oid: sub, tid: tenant, name: fullName(person), ...address },
        preferred_username: person.email ?? sub,
        ...(person.emailVerified ? { xms_edov: true } : {}),
      }
    case 'apple':
      // Apple sends the flag as text, and the name in the callback.
      return { sub, ...address, ...(person.email === null ? {} : { email_verified: String(person.emailVerified) }) }
    case 'twitch': {
      const { email_verified, picture } = { email_verified: undefined, ...standard }
      return { sub, ...address, email_verified, picture, preferred_username: fullName(person) }
    }
    case 'yahoo':
      return { sub }
    default:
      return standard
  }
}

/** The issuer of an id token. */
export function issuerFor(issuer: string): string {
  return issuer.replace('{tenantid}', tenant)
}

/** The response of the profile endpoint. */
export function profileOf(provider: OAuthProvider, person: Person): Json {
  const id = subjectOf(provider, person)
  const name = fullName(person)
  const address = person.email === null ? {} : { email: person.email }
  switch (provider) {
    case 'github':
      return { id: Number(id.slice(0, 12)), login: person.firstName.toLowerCase(), name, avatar_url: picture(person) }
    case 'bitbucket':
      return { uuid: `{${id}}`, display_name: name, links: { avatar: { href: picture(person) } } }
    case 'facebook':
      return {
        ...{ id, name, first_name: person.firstName, last_name: person.lastName, ...address },
        picture: { data: { url: picture(person) } },
      }
    case 'discord':
      return {
        ...{ id, username: person.firstName.toLowerCase(), global_name: name, avatar: 'a1b2c3', locale: 'en-GB' },
        ...(person.email === null ? { email: null, verified: false } : { ...address, verified: person.emailVerified }),
      }
    case 'amazon':
      return { user_id: `amzn1.account.${id}`, name, ...address }
    case 'coinbase':
      return { data: { id, name, avatar_url: picture(person), ...address } }
    case 'figma':
      return { id, handle: name, img_url: picture(person), ...address }
    case 'twitter':
      return { data: { id, name, username: person.firstName.toLowerCase(), profile_image_url: picture(person) } }
    case 'tiktok':
      return { data: { user: { open_id: id, display_name: name, avatar_url: picture(person) } }, error: { code: 'ok' } }
    case 'snapchat':
      return { data: { me: { externalId: id, displayName: name, bitmoji: { avatar: picture(person) } } } }
    case 'yahoo':
      return { ...claimsOf('google', person), sub: id }
    default:
      return claimsOf(provider, person)
  }
}

/** The response of the endpoint for email addresses, of providers that have one. */
export function emailsOf(provider: OAuthProvider, { email, emailVerified }: Person): unknown {
  const others = [{ email: 'old@example.org', primary: false, verified: true }]
  if (provider === 'github')
    return email === null ? [] : [...others, { email, primary: true, verified: emailVerified, visibility: 'private' }]
  return { values: email === null ? [] : [{ email, is_primary: true, is_confirmed: emailVerified }] }
}

function picture({ firstName }: Person): string {
  return `https://pictures.example.com/${encodeURIComponent(firstName.toLowerCase())}.png`
}
