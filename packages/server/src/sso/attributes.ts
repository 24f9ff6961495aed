import type { JsonObject } from '@latchkey/contract'
import type { SsoAttributeMapping } from '@latchkey/contract/b2b'

/** What an identity provider states: the attributes of an assertion, or the claims of an ID token as lists of texts. */
export interface SsoStatement {
  /** The NameID, or `sub`. */
  readonly subject: string
  readonly attributes: ReadonlyMap<string, readonly string[]>
}

/** A statement in our words. Nothing here is proven outside of the organization of the connection. */
export interface SsoIdentity {
  /** Identifies the person at the identity provider. */
  readonly externalId: string
  /** As it was received: neither canonical nor a proven mailbox. */
  readonly email: string | null
  readonly name: string
  readonly groups: readonly string[]
  /** The further names of the mapping, for `sso_attributes`. */
  readonly attributes: JsonObject
}

/** A value that a sign-in needs, and where it was looked for. */
export interface MissingAttribute {
  readonly name: 'idp_user_id' | 'email'
  readonly expected: readonly string[]
}

export type MappedStatement =
  | { readonly kind: 'identity'; readonly identity: SsoIdentity }
  | { readonly kind: 'missing'; readonly missing: readonly MissingAttribute[] }

/** The subject, as an attribute of a mapping. */
export const subjectName = 'NameID'

const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

/** Where identity providers put the values by default. */
const defaults = {
  idp_user_id: [subjectName],
  email: ['email', 'mail', 'Email', 'emailAddress', `${soap}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  full_name: ['name', 'displayName', 'urn:oid:2.16.840.1.113730.3.1.241'],
  first_name: ['given_name', 'firstName', 'givenName', 'first_name', `${soap}/givenname`, 'urn:oid:2.5.4.42'],
  last_name: ['family_name', 'lastName', 'sn', 'surname', 'last_name', `${soap}/surname`, 'urn:oid:2.5.4.4'],
  groups: [
    ...['groups', 'memberOf', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
    // AD FS.
    'http://schemas.xmlsoap.org/claims/Group',
  ],
} as const

type KnownName = keyof typeof defaults

const longest = 256
const mostGroups = 1_000

/** Reads a statement by the mapping of the connection. */
export function mapAttributes(mapping: SsoAttributeMapping, statement: SsoStatement): MappedStatement {
  const valuesAt = (attribute: string): readonly string[] =>
    attribute === subjectName ? [statement.subject] : (statement.attributes.get(attribute) ?? [])
  const sourcesOf = (name: KnownName): readonly string[] => {
    const mapped = Object.hasOwn(mapping, name) ? mapping[name] : undefined
    return mapped === undefined ? defaults[name] : [mapped]
  }
  const valuesOf = (name: KnownName): readonly string[] =>
    sourcesOf(name)
      .map(valuesAt)
      .find((values) => values.some((value) => value !== '')) ?? []
  const textOf = (name: KnownName): string => (valuesOf(name)[0] ?? '').trim()

  const externalId = textOf('idp_user_id')
  // Many identity providers state the address as the subject and nowhere else.
  const subject = Object.hasOwn(mapping, 'email') || !statement.subject.includes('@') ? '' : statement.subject
  const email = textOf('email') || subject.trim()
  const missing: MissingAttribute[] = []
  if (externalId === '' || externalId.length > 2 * longest)
    missing.push({ name: 'idp_user_id', expected: sourcesOf('idp_user_id') })
  if (email === '') missing.push({ name: 'email', expected: sourcesOf('email') })
  if (missing.length > 0) return { kind: 'missing', missing }
  const name = textOf('full_name') || [textOf('first_name'), textOf('last_name')].filter(Boolean).join(' ')
  const groups = [...new Set(valuesOf('groups'))].filter((group) => group !== '' && group.length <= longest)
  const further = Object.entries(mapping).filter(([key]) => !Object.hasOwn(defaults, key))
  return {
    kind: 'identity',
    identity: {
      ...{ externalId, email, name: name.slice(0, longest), groups: groups.slice(0, mostGroups) },
      attributes: Object.fromEntries(
        further.map(([key, attribute]) => [key, valuesAt(attribute).map((value) => value.slice(0, longest))]),
      ),
    },
  }
}
