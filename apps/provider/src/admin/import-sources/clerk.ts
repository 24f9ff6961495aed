import { type Contact, compact, contactFields, type MappedUser, nameFields, type SourceRow } from './source-row.ts'

/** A row of Clerk's CSV export, of the JSON export of its support, or a user of its Backend API. */
export function fromClerk(row: SourceRow): MappedUser {
  const [apiEmails, apiNumbers] = [row.list('email_addresses'), row.list('phone_numbers')]
  const primaryEmail =
    row.text('primary_email_address') ?? withId(apiEmails, row.text('primary_email_address_id'), 'email_address')
  const primaryPhone =
    row.text('primary_phone_number') ?? withId(apiNumbers, row.text('primary_phone_number_id'), 'phone_number')
  const emails = [
    ...texts(row.list('verified_email_addresses')).map((value) => ({ value, verified: true })),
    ...texts(row.list('unverified_email_addresses')).map((value) => ({ value, verified: false })),
    ...apiContacts(apiEmails, 'email_address'),
  ]
  const numbers = [
    ...texts(row.list('verified_phone_numbers')).map((value) => ({ value, verified: true })),
    ...texts(row.list('unverified_phone_numbers')).map((value) => ({ value, verified: false })),
    ...apiContacts(apiNumbers, 'phone_number'),
  ]
  const socials = row.list('external_accounts')
  row.skip('object', 'updated_at', 'password_enabled', 'has_image')
  const user = compact({
    ...contactFields('email', primaryFirst(emails, primaryEmail)),
    ...contactFields('phone_number', primaryFirst(numbers, primaryPhone)),
    ...nameFields(row.text('first_name'), row.text('last_name')),
    external_id: row.text('id'),
    password_hash: passwordHash(row.text('password_digest'), row.text('password_hasher')),
    created_at: row.instant('created_at'),
    disabled: row.flag('banned') === true ? true : undefined,
    trusted_metadata: row.object('public_metadata'),
    untrusted_metadata: row.object('unsafe_metadata'),
  })
  return { user, notImported: [...row.rest(), ...(socials.length > 0 ? ['external_accounts (social logins)'] : [])] }
}

/** Clerk writes Firebase's scrypt as `hash$salt$signer key$salt separator$rounds$memory cost`. */
function passwordHash(digest: string | undefined, hasher: string | undefined): string | undefined {
  if (digest === undefined || hasher !== 'scrypt_firebase') return digest
  const [hash, salt, signerKey, separator, rounds, memory] = digest.split('$')
  return `$fbscrypt$v=1,n=${memory},r=${rounds},p=1,ss=${separator},sk=${signerKey}$${salt}$${hash}`
}

function texts(list: readonly unknown[]): string[] {
  return list.filter((one) => typeof one === 'string')
}

/** Entries of the Backend API say whether they were verified; the JSON export is a plain list of texts. */
function apiContacts(list: readonly unknown[], field: string): Contact[] {
  return list.flatMap((entry) => {
    if (typeof entry === 'string') return [{ value: entry, verified: false }]
    const { [field]: value, verification } = Object(entry) as Record<string, unknown>
    const { status } = Object(verification) as Record<string, unknown>
    return typeof value === 'string' ? [{ value, verified: status === 'verified' }] : []
  })
}

/** The Backend API names the main address by the id of its entry. */
function withId(list: readonly unknown[], id: string | undefined, field: string): string | undefined {
  const found = list.map((entry) => Object(entry) as Record<string, unknown>).find((entry) => entry.id === id)
  const value = id === undefined ? undefined : found?.[field]
  return typeof value === 'string' ? value : undefined
}

function primaryFirst(contacts: readonly Contact[], primary: string | undefined): Contact[] {
  if (primary === undefined) return [...contacts]
  const found = contacts.find(({ value }) => value.toLowerCase() === primary.toLowerCase())
  return [found ?? { value: primary, verified: false }, ...contacts.filter((one) => one !== found)]
}
