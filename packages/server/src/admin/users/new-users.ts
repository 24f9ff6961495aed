import { errorMessage, type KnownErrorType, type Name } from '@latchkey/contract'
import type {
  AdminUserResponse,
  AdminUsersImportRequest,
  AdminUsersImportResponse,
  ImportCounts,
  ImportResult,
  NewUser,
} from '@latchkey/contract/admin'
import { requireSmallMetadata } from '../../accounts/metadata.ts'
import { insertAccount, newRegistration, unregisteredAccount } from '../../accounts/new-account.ts'
import { newPasswordRegistration } from '../../accounts/password-registration.ts'
import { RegistrationRaceError } from '../../accounts/registration-race.ts'
import { audit } from '../../audit/audit.ts'
import type { Random } from '../../core/clock-and-random.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { DataOf } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import {
  duplicate,
  emailIdentifier,
  type Identifier,
  identifierText,
  phoneIdentifier,
} from '../../identifiers/identifier.ts'
import { isSupportedHash } from '../../passwords/password-hash.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { AccountRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { StorageConflictError } from '../../storage/storage-error.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'
import { requireKnownRoles, withDefaultRoles } from './roles.ts'
import { adminUserView } from './users.service.ts'

/** A user with everything that is stored for them. */
interface PreparedUser {
  account: AccountRecord
  identifiers: Identifier[]
  password: { id: string; hash: string } | null
}

export async function createUser(context: AdminContext, call: AdminCall<NewUser>): Promise<DataOf<AdminUserResponse>> {
  const prepared = await prepare(context, call.project, call.request)
  await store(context, call, prepared, 'user_create')
  return { user: adminUserView(prepared.account, null, context.clock.now()) }
}

/** Each user has a transaction of their own: a rejected entry does not affect the others. */
export async function importUsers(
  context: AdminContext,
  call: AdminCall<AdminUsersImportRequest>,
): Promise<DataOf<AdminUsersImportResponse>> {
  const { users, dry_run = false } = call.request
  const results: ImportResult[] = []
  const counts: ImportCounts = noCounts()
  const seen = new Set<string>()
  for (const [index, input] of users.entries()) {
    try {
      const prepared = await prepare(context, call.project, input)
      if (dry_run) await rehearse(context.storage, prepared, seen)
      else await store(context, call, prepared, 'user_import')
      count(counts, prepared)
      results.push({ index, user_id: dry_run ? null : prepared.account.id, error_type: null, error_message: null })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      results.push({ index, user_id: null, error_type: error.type, error_message: messageOf(error) })
    }
  }
  const refused = results.filter(({ error_type }) => error_type !== null).length
  return { imported: results.length - refused, refused, counts, results }
}

function noCounts(): ImportCounts {
  return { emails: 0, verified_emails: 0, phone_numbers: 0, verified_phone_numbers: 0, passwords: 0, names: 0 }
}

function count(counts: ImportCounts, { account, password }: PreparedUser): void {
  const registrationsOf = (kind: Identifier['kind']) => account.registrations.filter((one) => one.kind === kind)
  const verified = (kind: Identifier['kind']) => registrationsOf(kind).filter((one) => one.verified).length
  counts.emails += registrationsOf('email').length
  counts.verified_emails += verified('email')
  counts.phone_numbers += registrationsOf('phone_number').length
  counts.verified_phone_numbers += verified('phone_number')
  counts.passwords += password === null ? 0 : 1
  counts.names += Object.values(account.name).some((part) => part !== '') ? 1 : 0
}

/** Everything that can be checked without the database. */
async function prepare({ clock, random }: AdminContext, project: ProjectRecord, input: NewUser): Promise<PreparedUser> {
  const now = clock.now()
  const createdAt = input.created_at === undefined ? now : readInstant(input.created_at, now)
  const contacts = await contactsOf(input)
  if (contacts.length === 0) throw refuseField('.email', 'or phone_number is required', 'required')
  if (input.roles) requireKnownRoles(project, input.roles)
  if (input.trusted_metadata) requireSmallMetadata('trusted_metadata', input.trusted_metadata)
  if (input.untrusted_metadata) requireSmallMetadata('untrusted_metadata', input.untrusted_metadata)
  if (input.user_id !== undefined) requireUserId(project, input.user_id)
  const fresh = unregisteredAccount(projectRealm(project.id), {
    ...{ project, status: input.status ?? 'active', now, random },
  })
  const account: AccountRecord = {
    ...fresh,
    id: input.user_id ?? fresh.id,
    name: wholeName(input.name),
    trustedMetadata: input.trusted_metadata ?? {},
    untrustedMetadata: input.untrusted_metadata ?? {},
    roles: withDefaultRoles(input.roles ?? []),
    externalId: input.external_id ?? null,
    disabledAt: input.disabled === true ? now : null,
    sessionsEpoch: input.user_id === undefined ? fresh.sessionsEpoch : drawEpoch(random),
    createdAt,
  }
  // Registrations of one time are ordered by their ids, which begin with a time: the main address comes first. The
  // time itself is the same for all, because the first proof of an address removes what was added after it.
  for (const [index, { identifier, verified }] of contacts.entries()) {
    const ordered = now - contacts.length + index
    const registration = newRegistration({ project, account, identifier, verified, now: ordered, random })
    account.registrations.push({ ...registration, createdAt: now, verifiedAt: verified ? now : null })
  }
  let password: PreparedUser['password'] = null
  if (input.password_hash !== undefined) {
    if (!contacts.some(({ identifier }) => identifier.kind === 'email'))
      throw refuseField('.email', 'is required with password_hash', 'required')
    if (!isSupportedHash(input.password_hash)) throw new ProviderError('unsupported_password_hash')
    const registration = newPasswordRegistration(project, account, now, random)
    account.registrations.push(registration)
    password = { id: registration.id, hash: input.password_hash }
  }
  return { account, identifiers: contacts.map(({ identifier }) => identifier), password }
}

/** The addresses and numbers of a user, each once, the main one first. */
async function contactsOf(input: NewUser): Promise<{ identifier: Identifier; verified: boolean }[]> {
  const emails = [
    ...(input.email === undefined ? [] : [{ email: input.email, verified: input.email_verified }]),
    ...(input.additional_emails ?? []),
  ]
  const numbers = [
    ...(input.phone_number === undefined
      ? []
      : [{ phone_number: input.phone_number, verified: input.phone_number_verified }]),
    ...(input.additional_phone_numbers ?? []),
  ]
  const contacts: { identifier: Identifier; verified: boolean }[] = []
  for (const { email, verified = false } of emails) contacts.push({ identifier: emailIdentifier(email), verified })
  for (const { phone_number, verified = false } of numbers)
    contacts.push({ identifier: await phoneIdentifier(phone_number), verified })
  const keys = new Set<string>()
  for (const { identifier } of contacts) {
    if (keys.has(identifierText(identifier))) throw new ProviderError(duplicate(identifier))
    keys.add(identifierText(identifier))
  }
  return contacts
}

/**
 * An account with this id may have been deleted while a sign-in to it was under way. The session of that sign-in has the
 * epoch of the deleted account, and must not be a session of the new one. The column has 32 bits.
 */
function drawEpoch(random: Random): number {
  const [a = 0, b = 0, c = 0] = random.bytes(3)
  return 1 + ((a << 16) | (b << 8) | c)
}

/** Ids are compared and sorted as text: only the exact form that the provider itself creates is accepted. */
function requireUserId({ environment }: ProjectRecord, accountId: string): void {
  const form = new RegExp(`^user-${environment}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
  if (!form.test(accountId)) throw refuseField('.user_id', `must be a user id such as user-${environment}-…`, 'format')
}

/** The unique indexes decide; the reads before only find the better error message. */
async function store(
  context: AdminContext,
  call: AdminCall<unknown>,
  prepared: PreparedUser,
  event: 'user_create' | 'user_import',
): Promise<void> {
  const { account, password } = prepared
  try {
    await context.storage.transaction(async (tx) => {
      await requireFree(tx, prepared)
      await insertAccount(tx, account)
      if (password) await tx.passwords.set({ projectId: account.projectId, ...password, setAt: account.updatedAt })
      await audit(tx, context, call, { event, result: 'ok', targetId: account.id })
    })
  } catch (error) {
    if (!(error instanceof RegistrationRaceError) && !(error instanceof StorageConflictError)) throw error
    await requireFree(context.storage, prepared)
    throw error
  }
}

async function requireFree(verbs: StorageVerbs, { account, identifiers }: PreparedUser): Promise<void> {
  if (await verbs.accounts.get(account.projectId, account.id)) throw duplicateUserId()
  for (const identifier of identifiers) {
    if (await verbs.accounts.findByRegistration(account, identifier.kind, identifier.key))
      throw new ProviderError(duplicate(identifier))
  }
  if (account.externalId !== null && (await verbs.accounts.findByExternalId(account, account.externalId)))
    throw new ProviderError('duplicate_external_id')
}

function duplicateUserId(): ProviderError {
  return refuseField('.user_id', 'belongs to an existing user', 'format')
}

/** A dry run: earlier entries of the same request count as stored. */
async function rehearse(verbs: StorageVerbs, prepared: PreparedUser, seen: Set<string>): Promise<void> {
  await requireFree(verbs, prepared)
  const { account, identifiers } = prepared
  const claims: [string, KnownErrorType][] = identifiers.map((one) => [`${one.kind}:${one.key}`, duplicate(one)])
  if (account.externalId !== null) claims.push([`external_id:${account.externalId}`, 'duplicate_external_id'])
  if (seen.has(`user_id:${account.id}`)) throw duplicateUserId()
  for (const [claim, errorType] of claims) if (seen.has(claim)) throw new ProviderError(errorType)
  for (const [claim] of claims) seen.add(claim)
  seen.add(`user_id:${account.id}`)
}

function wholeName(name: Partial<Name> = {}): Name {
  return { first_name: name.first_name ?? '', middle_name: name.middle_name ?? '', last_name: name.last_name ?? '' }
}

/** RFC 3339 §5.6, not in the future. */
function readInstant(text: string, now: number): number {
  const isForm = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/.test(text)
  const instant = isForm ? Date.parse(text.replace(' ', 'T')) : Number.NaN
  if (!(instant >= 0 && instant <= now))
    throw refuseField('.created_at', 'must be a date and time in the past', 'format')
  return instant
}

/** The message of the error table, or the field and its problem. */
function messageOf(error: ProviderError): string {
  const [issue] = error.issues?.body ?? []
  return issue ? `${issue.dataPath.replace(/^\./, '')} ${issue.message}` : errorMessage(error.type)
}
