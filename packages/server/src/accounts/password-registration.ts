import type { Random } from '../core/clock-and-random.ts'
import { newId } from '../core/ids.ts'
import type { ProjectRecord, RegistrationRecord } from '../storage/records.ts'

/** A user has one password: the index on the user's own id says so. */
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
