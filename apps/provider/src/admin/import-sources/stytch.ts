import { type Contact, compact, contactFields, type MappedUser, type SourceRow } from './source-row.ts'

/** A user of Stytch's `users/search` or of its export utility, with `hash` from the password export of its support. */
export function fromStytch(row: SourceRow): MappedUser {
  const name = row.object('name')
  const password = row.object('password')
  const hash = row.text('hash', 'password_hash')
  const roles = row.list('roles').filter((role) => role !== 'stytch_user')
  const [userId, externalId] = [row.text('user_id'), row.text('external_id')]
  row.skip('is_locked', 'lock_created_at', 'lock_expires_at', 'hash_type', 'status_code', 'request_id')
  const user = compact({
    ...contactFields('email', contacts(row.list('emails'), 'email')),
    ...contactFields('phone_number', contacts(row.list('phone_numbers'), 'phone_number')),
    ...(name === undefined ? {} : { name: compact({ ...pick(name) }) }),
    external_id: externalId ?? userId,
    status: row.text('status') === 'pending' ? 'pending' : undefined,
    password_hash: hash,
    created_at: row.instant('created_at'),
    trusted_metadata: row.object('trusted_metadata'),
    untrusted_metadata: row.object('untrusted_metadata'),
  })
  const missing = [
    ...(password !== undefined && hash === undefined ? ['password (no hash: add --passwords)'] : []),
    ...(roles.length > 0 ? ['roles'] : []),
    ...(externalId !== undefined && userId !== undefined ? ['user_id (external_id is kept)'] : []),
  ]
  return { user, notImported: [...row.rest(), ...missing] }
}

function contacts(list: readonly unknown[], field: string): Contact[] {
  return list.flatMap((entry) => {
    const { [field]: value, verified } = Object(entry) as Record<string, unknown>
    return typeof value === 'string' ? [{ value, verified: verified === true }] : []
  })
}

function pick({ first_name, middle_name, last_name }: Record<string, unknown>): Record<string, unknown> {
  const text = (value: unknown): unknown => (value === '' || value === null ? undefined : value)
  return { first_name: text(first_name), middle_name: text(middle_name), last_name: text(last_name) }
}
