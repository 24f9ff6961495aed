import type { Random } from '../core/clock-and-random.ts'
import { newId } from '../core/ids.ts'
import { type Realm, realmOf } from '../storage/realm.ts'
import type { ProjectRecord, RegistrationRecord } from '../storage/records.ts'

/** Its unique key is the id of the account, so that the index allows one password per account. */
export function newPasswordRegistration(
  project: ProjectRecord,
  account: Realm & { id: string },
  now: number,
  random: Random,
): RegistrationRecord {
  return {
    id: newId('password', project.environment, now, random),
    ...realmOf(account),
    accountId: account.id,
    kind: 'password',
    uniqueKey: account.id,
    verified: true,
    details: { requires_reset: false },
    createdAt: now,
    verifiedAt: now,
  }
}
