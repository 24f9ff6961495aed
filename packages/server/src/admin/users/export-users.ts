import type { NewUser } from '@latchkey/contract/admin'
import { audit } from '../../audit/audit.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import { defaultRoles } from '../../projects/default-settings.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { AccountRecord, RegistrationKind, RegistrationRecord } from '../../storage/records.ts'
import type { Page } from '../../storage/verbs.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'

export interface ExportOptions {
  /** Passwords can be guessed from hashes without limits: they are included only on request. @default false */
  withPasswordHashes?: boolean
}

/** One user in the form that an import takes back. */
export interface ExportedUser {
  user: NewUser
  /** Registrations that an import cannot take: they belong to a device or to another provider. */
  leftOut: RegistrationKind[]
}

const pageSize = 200

/** All users of a project, newest first. The export is audited before its first user is read. */
export async function* exportUsers(
  context: AdminContext,
  call: AdminCall<unknown>,
  { withPasswordHashes = false }: ExportOptions = {},
): AsyncGenerator<ExportedUser> {
  const { storage } = context
  const { project } = call
  await audit(storage, context, call, {
    event: 'user_export',
    result: 'ok',
    targetId: withPasswordHashes ? 'with_password_hashes' : null,
  })
  let cursor: string | null = null
  do {
    const options = { limit: pageSize, ...(cursor === null ? {} : { cursor }) }
    const page: Page<AccountRecord> = await storage.accounts.list(projectRealm(project.id), options)
    for (const account of page.items) {
      const password = account.registrations.find(({ kind }) => kind === 'password')
      const stored = withPasswordHashes && password ? await storage.passwords.find(project.id, password.id) : null
      yield { user: exported(account, stored?.hash), leftOut: findOmitted(account, withPasswordHashes) }
    }
    cursor = page.nextCursor
  } while (cursor !== null)
}

function exported(account: AccountRecord, passwordHash: string | undefined): NewUser {
  const [email, ...otherEmails] = registrationsOf(account, 'email')
  const [phone, ...otherPhones] = registrationsOf(account, 'phone_number')
  const roles = account.roles.filter((role) => !defaultRoles.includes(role))
  const { first_name, middle_name, last_name } = account.name
  const hasName = first_name !== '' || middle_name !== '' || last_name !== ''
  return {
    user_id: account.id,
    ...(email ? { email: email.uniqueKey ?? '', email_verified: email.verified } : {}),
    ...(otherEmails.length === 0
      ? {}
      : { additional_emails: otherEmails.map((one) => ({ email: one.uniqueKey ?? '', verified: one.verified })) }),
    ...(phone ? { phone_number: phone.uniqueKey ?? '', phone_number_verified: phone.verified } : {}),
    ...(otherPhones.length === 0
      ? {}
      : {
          additional_phone_numbers: otherPhones.map((one) => ({
            phone_number: one.uniqueKey ?? '',
            verified: one.verified,
          })),
        }),
    status: account.status,
    ...(account.disabledAt === null ? {} : { disabled: true }),
    ...(hasName ? { name: account.name } : {}),
    ...(account.externalId === null ? {} : { external_id: account.externalId }),
    ...(roles.length === 0 ? {} : { roles }),
    ...(Object.keys(account.trustedMetadata).length === 0 ? {} : { trusted_metadata: account.trustedMetadata }),
    ...(Object.keys(account.untrustedMetadata).length === 0 ? {} : { untrusted_metadata: account.untrustedMetadata }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    created_at: rfc3339(account.createdAt),
  }
}

function registrationsOf({ registrations }: AccountRecord, kind: RegistrationKind): RegistrationRecord[] {
  return registrations.filter((one) => one.kind === kind)
}

function findOmitted({ registrations }: AccountRecord, withPasswordHashes: boolean): RegistrationKind[] {
  const supported: readonly RegistrationKind[] = withPasswordHashes
    ? ['email', 'phone_number', 'password']
    : ['email', 'phone_number']
  return registrations.map(({ kind }) => kind).filter((kind) => !supported.includes(kind))
}
