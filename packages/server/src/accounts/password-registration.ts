import type { Random } from '../core/clock-and-random.ts'
import { newId } from '../core/ids.ts'
import type { ProjectRecord, RegistrationRecord } from '../storage/records.ts'

/** Its unique key is the id of the user, so that the index allows one password per user. */
export function newPasswordRegistration(
  project: ProjectRecord,
  userId: string,
  now: number,
  random: Random,
): RegistrationRecord {
  return {
    id: newId('password', project.environment, now, random),
    projectId: project.id,
    userId,
    kind: 'password',
    uniqueKey: userId,
    verified: true,
    details: { requires_reset: false },
    createdAt: now,
    verifiedAt: now,
  }
}
