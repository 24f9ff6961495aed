import { UsageError } from '../../command.ts'
import type { FileEntry } from '../import-file.ts'
import { auth0Id, fromAuth0 } from './auth0.ts'
import { fromClerk } from './clerk.ts'
import { type FirebaseHash, fromFirebase } from './firebase.ts'
import { type MappedUser, sourceRow } from './source-row.ts'
import { fromStytch } from './stytch.ts'
import { fromSupabase } from './supabase.ts'

export const importSources = ['auth0', 'clerk', 'firebase', 'supabase', 'stytch'] as const

export type ImportSource = (typeof importSources)[number]

export interface SourceOptions {
  now: Date
  firebaseHash?: FirebaseHash | undefined
}

type Fields = Record<string, unknown>

/** One entry of another product's export in the form of `users import`. */
export function mapUser(source: ImportSource, value: unknown, options: SourceOptions): MappedUser {
  if (!isFields(value)) return { user: {}, notImported: [], problem: 'is not a JSON object' }
  const row = sourceRow(value)
  switch (source) {
    case 'auth0':
      return fromAuth0(row)
    case 'clerk':
      return fromClerk(row)
    case 'firebase':
      return fromFirebase(row, options.firebaseHash)
    case 'supabase':
      return fromSupabase(row, options.now)
    case 'stytch':
      return fromStytch(row)
    default:
      return source satisfies never
  }
}

/** Recognizes the export of another product by its fields. */
export function sourceOf(value: unknown): ImportSource | undefined {
  if (!isFields(value)) return undefined
  const has = (...names: string[]): boolean => names.some((name) => Object.hasOwn(value, name))
  if (has('localId', 'emailVerified', 'providerUserInfo')) return 'firebase'
  if (has('encrypted_password', 'raw_app_meta_data', 'email_confirmed_at')) return 'supabase'
  if (has('password_digest', 'primary_email_address', 'email_addresses')) return 'clerk'
  if (has('emails', 'phone_numbers')) return 'stytch'
  return has('passwordHash', '_id', 'app_metadata', 'identities') ? 'auth0' : undefined
}

/**
 * Adds the hashes of a separate password export to the users they belong to, by id, else by email address. Entries
 * that belong to no user are returned.
 */
export function joinPasswords(
  source: ImportSource,
  users: readonly FileEntry[],
  passwords: readonly FileEntry[],
): FileEntry[] {
  if (source !== 'auth0' && source !== 'stytch')
    throw new UsageError('--passwords is for --from auth0 and --from stytch: other exports contain their hashes')
  const byKey = new Map<string, Fields>()
  for (const { value } of users) {
    if (!isFields(value)) continue
    for (const key of keysOf(source, value)) if (!byKey.has(key)) byKey.set(key, value)
  }
  return passwords.filter((entry) => {
    const { value } = entry
    if (!isFields(value)) return true
    const key = keysOf(source, value).find((one) => byKey.has(one))
    const user = key === undefined ? undefined : byKey.get(key)
    const hash = value.passwordHash ?? value.password_hash ?? value.hash
    if (!user || typeof hash !== 'string') return true
    user[source === 'auth0' ? 'passwordHash' : 'hash'] = hash
    return false
  })
}

/** Values that identify a user in both files, the most specific first. */
function keysOf(source: ImportSource, fields: Fields): string[] {
  const id = fields.user_id ?? (source === 'auth0' ? auth0Id(sourceRow(fields)) : undefined)
  const first = Array.isArray(fields.emails) ? (Object(fields.emails[0]) as Fields).email : undefined
  const email = fields.email ?? fields.email_address ?? first
  return [
    ...(typeof id === 'string' ? [`id:${id}`] : []),
    ...(typeof email === 'string' ? [`email:${email.trim().toLowerCase()}`] : []),
  ]
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
