import { compact, contactFields, type MappedUser, nameFields, type SourceRow, withPlus } from './source-row.ts'

/** Columns of `auth.users` that belong to Supabase's own bookkeeping. */
const bookkeeping = [
  ...['instance_id', 'aud', 'role', 'updated_at', 'last_sign_in_at', 'confirmed_at', 'invited_at', 'is_anonymous'],
  ...['confirmation_token', 'confirmation_sent_at', 'recovery_token', 'recovery_sent_at', 'reauthentication_token'],
  ...['email_change', 'email_change_token_new', 'email_change_token_current', 'email_change_sent_at'],
  ...['email_change_confirm_status', 'phone_change', 'phone_change_token', 'phone_change_sent_at'],
  ...['reauthentication_sent_at'],
]

/** A row of the table `auth.users`, as JSON or CSV. */
export function fromSupabase(row: SourceRow, now: Date): MappedUser {
  const email = row.text('email')
  const phone = row.text('phone')
  const userMetadata = row.object('raw_user_meta_data')
  const isSso = row.flag('is_sso_user') === true
  const banned = row.instant('banned_until')
  const isDeleted = row.text('deleted_at') !== undefined
  row.skip(...bookkeeping)
  const user = compact({
    ...contactFields(
      'email',
      email === undefined ? [] : [{ value: email, verified: row.text('email_confirmed_at') !== undefined }],
    ),
    ...contactFields(
      'phone_number',
      phone === undefined ? [] : [{ value: withPlus(phone), verified: row.text('phone_confirmed_at') !== undefined }],
    ),
    ...nameFields(
      nameIn(userMetadata, 'first_name'),
      nameIn(userMetadata, 'last_name'),
      nameIn(userMetadata, 'full_name') ?? nameIn(userMetadata, 'name'),
    ),
    external_id: row.text('id'),
    password_hash: row.text('encrypted_password'),
    created_at: row.instant('created_at'),
    disabled: banned !== undefined && Date.parse(banned) > now.getTime() ? true : undefined,
    trusted_metadata: row.object('raw_app_meta_data'),
    untrusted_metadata: userMetadata,
  })
  row.skip('email_confirmed_at', 'phone_confirmed_at')
  return {
    user,
    notImported: [...row.rest(), ...(isSso ? ['is_sso_user (single sign-on)'] : [])],
    ...(isDeleted ? { problem: 'the user is deleted (deleted_at)' } : {}),
  }
}

function nameIn(metadata: Record<string, unknown> | undefined, field: string): string | undefined {
  const value = metadata?.[field]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
