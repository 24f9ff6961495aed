import type { NewUser } from '@latchkey/contract/admin'
import { audit } from '../../audit/audit.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import { defaultRoles } from '../../projects/default-settings.ts'
import type { RegistrationKind, RegistrationRecord, UserRecord } from '../../storage/records.ts'
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
    const page = await storage.users.list(project.id, { limit: pageSize, ...(cursor === null ? {} : { cursor }) })
    for (const user of page.items) {
      const password = user.registrations.find(({ kind }) => kind === 'password')
      const stored = withPasswordHashes && password ? await storage.passwords.find(project.id, password.id) : null
      yield { user: exported(user, stored?.hash), leftOut: findOmitted(user, withPasswordHashes) }
    }
    cursor = page.nextCursor
  } while (cursor !== null)
}

function exported(user: UserRecord, passwordHash: string | undefined): NewUser {
  const [email, ...otherEmails] = registrationsOf(user, 'email')
  const [phone, ...otherPhones] = registrationsOf(user, 'phone_number')
  const roles = user.roles.filter((role) => !defaultRoles.includes(role))
  const { first_name, middle_name, last_name } = user.name
  const hasName = first_name !== '' || middle_name !== '' || last_name !== ''
  return {
    user_id: user.id,
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
    status: user.status,
    ...(user.disabledAt === null ? {} : { disabled: true }),
    ...(hasName ? { name: user.name } : {}),
    ...(user.externalId === null ? {} : { external_id: user.externalId }),
    ...(roles.length === 0 ? {} : { roles }),
    ...(Object.keys(user.trustedMetadata).length === 0 ? {} : { trusted_metadata: user.trustedMetadata }),
    ...(Object.keys(user.untrustedMetadata).length === 0 ? {} : { untrusted_metadata: user.untrustedMetadata }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    created_at: rfc3339(user.createdAt),
  }
}

function registrationsOf({ registrations }: UserRecord, kind: RegistrationKind): RegistrationRecord[] {
  return registrations.filter((one) => one.kind === kind)
}

function findOmitted({ registrations }: UserRecord, withPasswordHashes: boolean): RegistrationKind[] {
  const supported: readonly RegistrationKind[] = withPasswordHashes
    ? ['email', 'phone_number', 'password']
    : ['email', 'phone_number']
  return registrations.map(({ kind }) => kind).filter((kind) => !supported.includes(kind))
}
