import { errorMessage, type KnownErrorType, type Name } from '@latchkey/contract'
import type {
  AdminUserResponse,
  AdminUsersImportRequest,
  AdminUsersImportResponse,
  ImportResult,
  NewUser,
} from '@latchkey/contract/admin'
import { audit } from '../audit/audit.ts'
import { ProviderError } from '../http/provider-error.ts'
import type { DataOf } from '../http/route.ts'
import { refuseField } from '../http/schema-issues.ts'
import { duplicate, emailIdentifier, type Identifier, phoneIdentifier } from '../identity/identifier.ts'
import { insertUser, newRegistration, unregisteredUser } from '../identity/new-user.ts'
import { newPasswordRegistration } from '../identity/password-registration.ts'
import { RegistrationRaceError } from '../identity/registration-race.ts'
import { isSupportedHash } from '../passwords/password-hash.ts'
import type { ProjectRecord, UserRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { StorageConflictError } from '../storage/storage-error.ts'
import type { AdminCall, AdminContext } from './admin-route.ts'
import { requireKnownRoles, withDefaultRoles } from './roles.ts'
import { adminUserView, requireSmallMetadata } from './users.service.ts'

/** A user with everything that comes with them, not stored yet. */
interface PreparedUser {
  user: UserRecord
  identifiers: Identifier[]
  password: { id: string; hash: string } | null
}

export async function createUser(context: AdminContext, call: AdminCall<NewUser>): Promise<DataOf<AdminUserResponse>> {
  const prepared = await prepare(context, call.project, call.request)
  await store(context, call, prepared, 'user_create')
  return { user: adminUserView(prepared.user, null, context.clock.now()) }
}

/** One by one: what is wrong with one of them keeps nobody else out. */
export async function importUsers(
  context: AdminContext,
  call: AdminCall<AdminUsersImportRequest>,
): Promise<DataOf<AdminUsersImportResponse>> {
  const { users, dry_run = false } = call.request
  const results: ImportResult[] = []
  const seen = new Set<string>()
  for (const [index, input] of users.entries()) {
    try {
      const prepared = await prepare(context, call.project, input)
      if (dry_run) await rehearse(context.storage, prepared, seen)
      else await store(context, call, prepared, 'user_import')
      results.push({ index, user_id: dry_run ? null : prepared.user.id, error_type: null, error_message: null })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      results.push({ index, user_id: null, error_type: error.type, error_message: wordsOf(error) })
    }
  }
  const refused = results.filter(({ error_type }) => error_type !== null).length
  return { imported: results.length - refused, refused, results }
}

/** Everything that can be checked without the database. */
async function prepare({ clock, random }: AdminContext, project: ProjectRecord, input: NewUser): Promise<PreparedUser> {
  const now = clock.now()
  const createdAt = input.created_at === undefined ? now : readInstant(input.created_at, now)
  const email = input.email === undefined ? null : emailIdentifier(input.email)
  const phone = input.phone_number === undefined ? null : await phoneIdentifier(input.phone_number)
  if (!email && !phone) throw refuseField('.email', 'must be given, or else phone_number', 'required')
  if (input.roles) requireKnownRoles(project, input.roles)
  if (input.trusted_metadata) requireSmallMetadata('trusted_metadata', input.trusted_metadata)
  if (input.untrusted_metadata) requireSmallMetadata('untrusted_metadata', input.untrusted_metadata)
  const user: UserRecord = {
    ...unregisteredUser({ project, status: input.status ?? 'active', now, random }),
    name: wholeName(input.name),
    trustedMetadata: input.trusted_metadata ?? {},
    untrustedMetadata: input.untrusted_metadata ?? {},
    roles: withDefaultRoles(input.roles ?? []),
    externalId: input.external_id ?? null,
    createdAt,
  }
  const register = (identifier: Identifier, verified: boolean): void => {
    user.registrations.push(newRegistration({ project, userId: user.id, identifier, verified, now, random }))
  }
  if (email) register(email, input.email_verified ?? false)
  if (phone) register(phone, input.phone_number_verified ?? false)
  let password: PreparedUser['password'] = null
  if (input.password_hash !== undefined) {
    if (!email) throw refuseField('.email', 'must be given with password_hash', 'required')
    if (!isSupportedHash(input.password_hash)) throw new ProviderError('unsupported_password_hash')
    const registration = newPasswordRegistration(project, user.id, now, random)
    user.registrations.push(registration)
    password = { id: registration.id, hash: input.password_hash }
  }
  return { user, identifiers: [email, phone].filter((one) => one !== null), password }
}

/** The indexes decide who was first; the reads before only find better words for it. */
async function store(
  context: AdminContext,
  call: AdminCall<unknown>,
  prepared: PreparedUser,
  event: 'user_create' | 'user_import',
): Promise<void> {
  const { user, password } = prepared
  try {
    await context.storage.transaction(async (tx) => {
      await requireFree(tx, prepared)
      await insertUser(tx, user)
      if (password) await tx.passwords.set({ projectId: user.projectId, ...password, setAt: user.updatedAt })
      await audit(tx, context, call, { event, result: 'ok', targetId: user.id })
    })
  } catch (error) {
    if (!(error instanceof RegistrationRaceError) && !(error instanceof StorageConflictError)) throw error
    await requireFree(context.storage, prepared)
    throw error
  }
}

async function requireFree(verbs: StorageVerbs, { user, identifiers }: PreparedUser): Promise<void> {
  for (const identifier of identifiers) {
    if (await verbs.users.findByRegistration(user.projectId, identifier.kind, identifier.key))
      throw new ProviderError(duplicate(identifier))
  }
  if (user.externalId !== null && (await verbs.users.findByExternalId(user.projectId, user.externalId)))
    throw new ProviderError('duplicate_external_id')
}

/** As if it were done: those before in the same list count as stored. */
async function rehearse(verbs: StorageVerbs, prepared: PreparedUser, seen: Set<string>): Promise<void> {
  await requireFree(verbs, prepared)
  const { user, identifiers } = prepared
  const claims: [string, KnownErrorType][] = identifiers.map((one) => [`${one.kind}:${one.key}`, duplicate(one)])
  if (user.externalId !== null) claims.push([`external_id:${user.externalId}`, 'duplicate_external_id'])
  for (const [claim, errorType] of claims) if (seen.has(claim)) throw new ProviderError(errorType)
  for (const [claim] of claims) seen.add(claim)
}

function wholeName(name: Partial<Name> = {}): Name {
  return { first_name: name.first_name ?? '', middle_name: name.middle_name ?? '', last_name: name.last_name ?? '' }
}

/** RFC 3339 §5.6; nobody signs up tomorrow. */
function readInstant(text: string, now: number): number {
  const isForm = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/.test(text)
  const instant = isForm ? Date.parse(text.replace(' ', 'T')) : Number.NaN
  if (!(instant >= 0 && instant <= now))
    throw refuseField('.created_at', 'must be a date and time in the past', 'format')
  return instant
}

/** The words of the table, or where it does not fit and why. */
function wordsOf(error: ProviderError): string {
  const [issue] = error.issues?.body ?? []
  return issue ? `${issue.dataPath.replace(/^\./, '')} ${issue.message}` : errorMessage(error.type)
}
