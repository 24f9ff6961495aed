import type { Random } from '../core/clock-and-random.ts'
import { newId } from '../core/ids.ts'
import { type Identifier, idKind } from '../identifiers/identifier.ts'
import { defaultRoles } from '../projects/default-settings.ts'
import { type Realm, realmOf } from '../storage/realm.ts'
import type { AccountRecord, ProjectRecord, RegistrationRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { RegistrationRaceError } from './registration-race.ts'

/** An account with one identifier, not stored yet. */
export function newAccount(
  realm: Realm,
  input: {
    project: ProjectRecord
    identifier: Identifier
    status: AccountRecord['status']
    verified: boolean
    now: number
    random: Random
  },
): AccountRecord {
  const account = unregisteredAccount(realm, input)
  return { ...account, registrations: [newRegistration({ ...input, account })] }
}

/** An account without registrations; the caller adds them. The roles of members are in a table of their own. */
export function unregisteredAccount(
  realm: Realm,
  input: {
    project: ProjectRecord
    status: AccountRecord['status']
    now: number
    random: Random
  },
): AccountRecord {
  const { project, status, now, random } = input
  const isMember = realm.organizationId !== null
  return {
    ...realmOf(realm),
    id: newId(isMember ? 'member' : 'user', project.environment, now, random),
    status,
    name: { first_name: '', middle_name: '', last_name: '' },
    trustedMetadata: {},
    untrustedMetadata: {},
    roles: isMember ? [] : [...defaultRoles],
    externalId: null,
    disabledAt: null,
    secretsValidAfter: null,
    sessionsEpoch: 0,
    createdAt: now,
    updatedAt: now,
    registrations: [],
  }
}

export function newRegistration(input: {
  project: ProjectRecord
  account: Realm & { id: string }
  identifier: Identifier
  verified: boolean
  now: number
  random: Random
}): RegistrationRecord {
  const { project, account, identifier, verified, now, random } = input
  return {
    id: newId(idKind(identifier), project.environment, now, random),
    ...realmOf(account),
    accountId: account.id,
    kind: identifier.kind,
    uniqueKey: identifier.key,
    verified,
    details: {},
    createdAt: now,
    verifiedAt: verified ? now : null,
  }
}

/** The unique index decides which insert wins; the transaction of the other one is rolled back. */
export async function insertAccount(tx: StorageVerbs, { registrations, ...account }: AccountRecord): Promise<void> {
  await tx.accounts.insert(account)
  await addRegistration(tx, ...registrations)
}

export async function addRegistration(tx: StorageVerbs, ...registrations: RegistrationRecord[]): Promise<void> {
  if (!(await tx.accounts.addRegistration(...registrations))) throw new RegistrationRaceError()
}
