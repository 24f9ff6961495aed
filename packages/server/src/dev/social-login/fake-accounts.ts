import { createHash } from 'node:crypto'
import type { IdentityProviderName } from '@latchkey/contract'

/** A user of a fake provider. */
export interface FakeAccount {
  firstName: string
  lastName: string
  /** Null for an account without an address. */
  email: string | null
  emailVerified: boolean
  /** Names of `fakeTenants`, or ids as the provider asserts them. Providers without tenants ignore them. */
  tenants?: readonly string[]
}

/** Predefined users by a short name. Those with a tenant are at providers that have tenants. */
export const fakeAccounts: Readonly<Record<string, FakeAccount>> = {
  ada: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', emailVerified: true },
  grace: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', emailVerified: true },
  alan: { firstName: 'Alan', lastName: 'Turing', email: 'alan@example.com', emailVerified: false },
  'ada-acme': {
    ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@acme.test', emailVerified: true, tenants: ['acme'] },
  },
  katherine: {
    ...{ firstName: 'Katherine', lastName: 'Johnson', email: 'katherine@globex.test', emailVerified: true },
    tenants: ['globex'],
  },
  // Of no address that an organization allows: may join by the tenant only.
  mary: { firstName: 'Mary', lastName: 'Jackson', email: 'mary@example.org', emailVerified: true, tenants: ['acme'] },
  charles: {
    ...{ firstName: 'Charles', lastName: 'Babbage', email: 'charles@acme.test', emailVerified: false },
    tenants: ['acme'],
  },
}

/** The user that a form names: a predefined one, or one with the given email and name. Null if it names none. */
export function readFakeAccount(form: Readonly<Record<string, string>>): FakeAccount | null {
  const predefined = form.account
  if (predefined !== undefined)
    return Object.hasOwn(fakeAccounts, predefined) ? (fakeAccounts[predefined] ?? null) : null
  const [email = '', name = ''] = [form.email?.trim(), form.name?.trim()]
  if (email === '' && name === '') return null
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) return null
  const words = (name || (email.split('@')[0] ?? '')).split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return {
    firstName: words.join(' '),
    lastName,
    email: email === '' ? null : email.toLowerCase(),
    emailVerified: email !== '' && form.email_verified === 'true',
    tenants: (form.tenants ?? '').split(/[\s,]+/).filter(Boolean),
  }
}

export function fullName({ firstName, lastName }: FakeAccount): string {
  return `${firstName} ${lastName}`.trim()
}

/** A user has the same subject at every start, and a different one at each provider. */
export function subjectOf(provider: IdentityProviderName, account: FakeAccount): string {
  const digest = createHash('sha256')
    .update(`${provider}\n${account.email ?? fullName(account)}`)
    .digest()
  return String(digest.readBigUInt64BE() % 10n ** 18n).padStart(18, '1')
}
