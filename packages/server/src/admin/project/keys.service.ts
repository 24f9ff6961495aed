import type {
  AdminSecretKeysListResponse,
  AdminSigningKeysListResponse,
  AdminSigningKeysRotateRequest,
  SecretKey,
} from '@latchkey/contract/admin'
import { audit } from '../../audit/audit.ts'
import { sha256Hex } from '../../core/hash.ts'
import { randomId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import { rotateSigningKey, SigningKeyTooYoungError } from '../../signing/signing-keys.ts'
import type { Instant, SecretKeyRecord } from '../../storage/records.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'
import { newSecret } from '../request/secret.ts'
import { endImpersonations } from '../users/impersonation.service.ts'

const orNull = (instant: Instant | null): string | null => (instant === null ? null : rfc3339(instant))

function secretKeyView(key: SecretKeyRecord): SecretKey {
  return {
    secret_key_id: key.id,
    name: key.name,
    hint: key.hint,
    created_at: rfc3339(key.createdAt),
    last_used_at: orNull(key.lastUsedAt),
    revoked_at: orNull(key.revokedAt),
  }
}

/** For the command line only. The result is the only copy of the secret. */
export async function createSecretKey(
  context: AdminContext,
  call: AdminCall<{ name: string }>,
): Promise<{ secret_key: SecretKey; secret: string }> {
  const { storage, clock, random } = context
  const { project, request } = call
  const secret = newSecret(project.environment, random)
  const key: SecretKeyRecord = {
    projectId: project.id,
    id: randomId('secret-key', project.environment, random),
    name: request.name,
    secretHash: sha256Hex(secret),
    hint: secret.slice(-4),
    createdAt: clock.now(),
    lastUsedAt: null,
    revokedAt: null,
  }
  await storage.transaction(async (tx) => {
    await tx.secretKeys.insert(key)
    await audit(tx, context, call, { event: 'secret_key_create', result: 'ok', targetId: key.id })
  })
  return { secret_key: secretKeyView(key), secret }
}

export async function listSecretKeys(
  { storage }: AdminContext,
  { project }: AdminCall<null>,
): Promise<DataOf<AdminSecretKeysListResponse>> {
  return { secret_keys: (await storage.secretKeys.list(project.id)).map(secretKeyView) }
}

export async function revokeSecretKey(
  context: AdminContext,
  call: AdminCall<null>,
): Promise<DataOf<AdminSecretKeysListResponse>> {
  const { project, params } = call
  const targetId = params.secret_key_id ?? ''
  await context.storage.transaction(async (tx) => {
    if (!(await tx.secretKeys.revoke(project.id, targetId, context.clock.now())))
      throw new ProviderError('secret_key_not_found')
    await audit(tx, context, call, { event: 'secret_key_revoke', result: 'ok', targetId })
    // Unredeemed impersonation tokens check the key when they are redeemed.
    const ended = await tx.sessions.revokeForIssuer(project.id, targetId, context.clock.now())
    await endImpersonations(tx, context, call, ended)
  })
  return listSecretKeys(context, { ...call, request: null })
}

export async function listSigningKeys(
  { storage }: AdminContext,
  { project }: AdminCall<null>,
): Promise<DataOf<AdminSigningKeysListResponse>> {
  const keys = await storage.keys.list(project.id)
  return {
    signing_keys: keys.map(({ kid, algorithm, state, createdAt, activatedAt, retiredAt }) => ({
      ...{ kid, algorithm, state },
      created_at: rfc3339(createdAt),
      activated_at: orNull(activatedAt),
      retired_at: orNull(retiredAt),
    })),
  }
}

export async function rotateSigningKeys(
  context: AdminContext,
  call: AdminCall<AdminSigningKeysRotateRequest>,
): Promise<DataOf<AdminSigningKeysListResponse>> {
  const { project, request } = call
  const options = { algorithm: project.settings.jwtAlgorithm, force: request.force ?? false }
  const { active } = await rotateSigningKey(context, project.id, options).catch((error: unknown) => {
    throw error instanceof SigningKeyTooYoungError ? new ProviderError('signing_key_too_young') : error
  })
  await audit(context.storage, context, call, { event: 'signing_key_rotate', result: 'ok', targetId: active })
  return listSigningKeys(context, { ...call, request: null })
}
