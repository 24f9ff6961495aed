import { createHash } from 'node:crypto'
import type { OAuthProvider } from '@latchkey/contract'

/** A user of a fake provider. */
export interface FakeAccount {
  firstName: string
  lastName: string
  /** Null for an account without an address. */
  email: string | null
  emailVerified: boolean
}

/** Predefined users by a short name. */
export const fakeAccounts: Readonly<Record<string, FakeAccount>> = {
  ada: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', emailVerified: true },
  grace: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', emailVerified: true },
  alan: { firstName: 'Alan', lastName: 'Turing', email: 'alan@example.com', emailVerified: false },
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
  }
}

export function fullName({ firstName, lastName }: FakeAccount): string {
  return `${firstName} ${lastName}`.trim()
}

/** A user has the same subject at every start, and a different one at each provider. */
export function subjectOf(provider: OAuthProvider, account: FakeAccount): string {
  const digest = createHash('sha256')
    .update(`${provider}\n${account.email ?? fullName(account)}`)
    .digest()
  return String(digest.readBigUInt64BE() % 10n ** 18n).padStart(18, '1')
}
