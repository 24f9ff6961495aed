import type { Random } from '../core/clock-and-random.ts'
import { newId } from '../core/ids.ts'
import { type Identifier, idKind } from '../identifiers/identifier.ts'
import { defaultRoles } from '../projects/default-settings.ts'
import type { ProjectRecord, RegistrationRecord, UserRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { RegistrationRaceError } from './registration-race.ts'

/** A user with one identifier, not stored yet. */
export function newUser(input: {
  project: ProjectRecord
  identifier: Identifier
  status: UserRecord['status']
  verified: boolean
  now: number
  random: Random
}): UserRecord {
  const user = unregisteredUser(input)
  return { ...user, registrations: [newRegistration({ ...input, userId: user.id })] }
}

/** A user without registrations; the caller adds them. */
export function unregisteredUser(input: {
  project: ProjectRecord
  status: UserRecord['status']
  now: number
  random: Random
}): UserRecord {
  const { project, status, now, random } = input
  return {
    projectId: project.id,
    id: newId('user', project.environment, now, random),
    status,
    name: { first_name: '', middle_name: '', last_name: '' },
    trustedMetadata: {},
    untrustedMetadata: {},
    roles: [...defaultRoles],
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
  userId: string
  identifier: Identifier
  verified: boolean
  now: number
  random: Random
}): RegistrationRecord {
  const { project, userId, identifier, verified, now, random } = input
  return {
    id: newId(idKind(identifier), project.environment, now, random),
    projectId: project.id,
    userId,
    kind: identifier.kind,
    uniqueKey: identifier.key,
    verified,
    details: {},
    createdAt: now,
    verifiedAt: verified ? now : null,
  }
}

/** The unique index decides which insert wins; the transaction of the other one is rolled back. */
export async function insertUser(tx: StorageVerbs, { registrations, ...user }: UserRecord): Promise<void> {
  await tx.users.insert(user)
  await addRegistration(tx, ...registrations)
}

export async function addRegistration(tx: StorageVerbs, ...registrations: RegistrationRecord[]): Promise<void> {
  if (!(await tx.users.addRegistration(...registrations))) throw new RegistrationRaceError()
}
