import type { AdminBiometricRegistrationRequest, AdminBiometricRegistrationResponse } from '@latchkey/contract/admin'
import { requireRegistrationCapacity } from '../../accounts/registration-limits.ts'
import { audit } from '../../audit/audit.ts'
import { newId } from '../../core/ids.ts'
import type { DataOf } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { realmOf } from '../../storage/realm.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'
import { adminUserView, requireUser } from './users.service.ts'

const keyLength = 32

/** Registers a key of the user's device. Only a backend can do it: there is no such endpoint for pages. */
export async function createBiometricRegistration(
  context: AdminContext,
  call: AdminCall<AdminBiometricRegistrationRequest>,
): Promise<DataOf<AdminBiometricRegistrationResponse>> {
  const { storage, clock, random } = context
  const { project, params, request } = call
  const now = clock.now()
  const key = readKey(request.public_key)
  const id = newId('biometric-registration', project.environment, now, random)
  const account = await storage.transaction(async (tx) => {
    await tx.accounts.update(project.id, params.user_id ?? '', {}, now)
    const owner = await requireUser(tx, project, params.user_id)
    requireRegistrationCapacity(owner, 'biometric')
    const isFree = await tx.accounts.addRegistration({
      ...{ id, ...realmOf(owner), accountId: owner.id, kind: 'biometric', uniqueKey: key },
      ...{ verified: true, details: { public_key: key }, createdAt: now, verifiedAt: now },
    })
    if (!isFree) throw refuseField('.public_key', 'is already registered', 'format')
    await audit(tx, context, call, { event: 'factor_add', result: 'ok', targetId: id })
    return requireUser(tx, project, owner.id)
  })
  return { biometric_registration_id: id, user: adminUserView(account, null, now) }
}

/** Normalizes the key, so that the unique index finds duplicates. */
function readKey(text: string): string {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== keyLength || !/^[A-Za-z0-9+/_-]{43}=?$/.test(text))
    throw refuseField('.public_key', `must be ${keyLength} bytes in base64`, 'format')
  return bytes.toString('base64url')
}
