import * as z from 'zod'
import type * as endpoints from '../../admin/keys.ts'
import type {
  AdminSecretKeysListResponse,
  AdminSigningKeysListResponse,
  AdminSigningKeysRotateRequest,
} from '../../admin/keys.ts'
import { id, label, noBody, okShape, timestamp } from '../core/base.ts'
import { type Exact, exactly, type SchemasOf } from '../core/exact.ts'

const secretKeys: Exact<AdminSecretKeysListResponse> = exactly<AdminSecretKeysListResponse>()(
  z.object({
    ...okShape,
    secret_keys: z.array(
      z.object({
        secret_key_id: id,
        name: label,
        hint: label,
        created_at: timestamp,
        last_used_at: timestamp.nullable(),
        revoked_at: timestamp.nullable(),
      }),
    ),
  }),
)

const signingKeys: Exact<AdminSigningKeysListResponse> = exactly<AdminSigningKeysListResponse>()(
  z.object({
    ...okShape,
    signing_keys: z.array(
      z.object({
        kid: id,
        algorithm: z.enum(['ES256', 'RS256']),
        state: z.enum(['next', 'active', 'retiring', 'gone']),
        created_at: timestamp,
        activated_at: timestamp.nullable(),
        retired_at: timestamp.nullable(),
      }),
    ),
  }),
)

export const keySchemas: SchemasOf<typeof endpoints> = {
  adminSecretKeysList: { request: noBody, response: secretKeys },
  adminSecretKeysRevoke: { request: noBody, response: secretKeys },
  adminSigningKeysList: { request: noBody, response: signingKeys },
  adminSigningKeysRotate: {
    request: exactly<AdminSigningKeysRotateRequest>()(z.object({ force: z.boolean().optional() })),
    response: signingKeys,
  },
}
