import { UsageError } from '../../command.ts'
import { compact, contactFields, type MappedUser, nameFields, type SourceRow } from './source-row.ts'

/** The password hash parameters of a Firebase project. */
export interface FirebaseHash {
  signerKey: string
  saltSeparator: string
  rounds: number
  memCost: number
}

/** A user of `firebase auth:export users.json`. */
export function fromFirebase(row: SourceRow, hash: FirebaseHash | undefined): MappedUser {
  const email = row.text('email')
  const phone = row.text('phoneNumber')
  const [password, salt] = [row.text('passwordHash'), row.text('salt', 'passwordSalt')]
  const socials = row.list('providerUserInfo').filter(isSocial)
  if (password !== undefined && hash === undefined)
    throw new UsageError(
      '--firebase-hash is missing: the file has password hashes. Copy the password hash parameters of the Firebase console into a file and name it here.',
    )
  row.skip('lastSignedInAt', 'lastLoginAt', 'lastRefreshAt', 'validSince', 'version', 'passwordUpdatedAt')
  const user = compact({
    ...contactFields(
      'email',
      email === undefined ? [] : [{ value: email, verified: row.flag('emailVerified') ?? false }],
    ),
    // Firebase does not say whether a number was verified; `--verified` vouches for them.
    ...(phone === undefined ? {} : { phone_number: phone }),
    ...nameFields(undefined, undefined, row.text('displayName')),
    external_id: row.text('localId'),
    password_hash: password === undefined || hash === undefined ? undefined : fbscrypt(hash, salt ?? '', password),
    created_at: row.instant('createdAt'),
    disabled: row.flag('disabled') === true ? true : undefined,
    trusted_metadata: row.object('customAttributes', 'customClaims'),
  })
  row.skip('emailVerified')
  return { user, notImported: [...row.rest(), ...(socials.length > 0 ? ['providerUserInfo (social logins)'] : [])] }
}

/** The console's `hash_config { … }`, or JSON with the same names. */
export function readFirebaseHash(path: string, text: string): FirebaseHash {
  const value = (name: string): string => {
    const [, found] = new RegExp(`["']?${name}["']?\\s*[:=]\\s*["']?([\\w+/=-]+)`).exec(text) ?? []
    if (found === undefined) throw new UsageError(`${path} has no ${name}`)
    return found
  }
  const [rounds, memCost] = [value('rounds'), value('mem_cost')]
  if (!/^\d{1,2}$/.test(rounds) || !/^\d{1,2}$/.test(memCost))
    throw new UsageError(`${path}: rounds and mem_cost must be numbers`)
  return {
    signerKey: value('base64_signer_key'),
    saltSeparator: value('base64_salt_separator'),
    rounds: Number(rounds),
    memCost: Number(memCost),
  }
}

function fbscrypt({ signerKey, saltSeparator, rounds, memCost }: FirebaseHash, salt: string, hash: string): string {
  return `$fbscrypt$v=1,n=${memCost},r=${rounds},p=1,ss=${saltSeparator},sk=${signerKey}$${salt}$${hash}`
}

function isSocial(provider: unknown): boolean {
  const { providerId } = Object(provider) as Record<string, unknown>
  return typeof providerId === 'string' && providerId !== 'password' && providerId !== 'phone'
}
