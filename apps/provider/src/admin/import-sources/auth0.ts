import { compact, contactFields, type MappedUser, nameFields, type SourceRow, withPlus } from './source-row.ts'

/**
 * A line of Auth0's user export job, of the password export of its support (`_id`, `passwordHash`), or of its import
 * format (`password_hash`, `custom_password_hash`).
 */
export function fromAuth0(row: SourceRow): MappedUser {
  const email = row.text('email')
  const phone = row.text('phone_number')
  const whole = row.text('name')
  const identities = row.list('identities')
  row.skip(
    'nickname',
    'updated_at',
    'tenant',
    'connection',
    '_tmp_is_unique',
    'password_set_date',
    'last_password_reset',
  )
  const user = compact({
    ...contactFields(
      'email',
      email === undefined ? [] : [{ value: email, verified: row.flag('email_verified') ?? false }],
    ),
    ...contactFields(
      'phone_number',
      phone === undefined ? [] : [{ value: withPlus(phone), verified: row.flag('phone_verified') ?? false }],
    ),
    ...nameFields(row.text('given_name'), row.text('family_name'), whole === email ? undefined : whole),
    external_id: row.text('user_id') ?? auth0Id(row),
    password_hash: row.text('passwordHash', 'password_hash') ?? customHash(row),
    created_at: row.instant('created_at'),
    disabled: row.flag('blocked') === true ? true : undefined,
    trusted_metadata: row.object('app_metadata'),
    untrusted_metadata: row.object('user_metadata'),
  })
  // Without an address or number, these flags have no meaning.
  row.skip('email_verified', 'phone_verified')
  return { user, notImported: [...row.rest(), ...(identities.some(isSocial) ? ['identities (social logins)'] : [])] }
}

/** The id of a row in the password export, as the user export writes it. */
export function auth0Id(row: SourceRow): string | undefined {
  const oid = row.object('_id')?.$oid
  return typeof oid === 'string' ? `auth0|${oid}` : undefined
}

function customHash(row: SourceRow): string | undefined {
  const hash = row.object('custom_password_hash')?.hash
  const value = typeof hash === 'object' && hash !== null && 'value' in hash ? hash.value : undefined
  return typeof value === 'string' ? value : undefined
}

function isSocial(identity: unknown): boolean {
  return typeof identity === 'object' && identity !== null && 'isSocial' in identity && identity.isSocial === true
}
