import { createHash } from 'node:crypto'
import type { OAuthProvider } from '@latchkey/contract'

/** Somebody one can be at a fake provider. */
export interface Person {
  firstName: string
  lastName: string
  /** Null for an account without an address. */
  email: string | null
  emailVerified: boolean
}

/** Ready to be picked, by a short name. */
export const persons: Readonly<Record<string, Person>> = {
  ada: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', emailVerified: true },
  grace: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', emailVerified: true },
  alan: { firstName: 'Alan', lastName: 'Turing', email: 'alan@example.com', emailVerified: false },
}

/** What a form says who to be: one of those above, or anybody. Null if it says neither. */
export function personOf(form: Readonly<Record<string, string>>): Person | null {
  const ready = form.person
  if (ready !== undefined) return Object.hasOwn(persons, ready) ? (persons[ready] ?? null) : null
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

export function fullName({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`.trim()
}

/** The same person has the same number at every start, and another one at every provider. */
export function subjectOf(provider: OAuthProvider, person: Person): string {
  const digest = createHash('sha256')
    .update(`${provider}\n${person.email ?? fullName(person)}`)
    .digest()
  return String(digest.readBigUInt64BE() % 10n ** 18n).padStart(18, '1')
}
