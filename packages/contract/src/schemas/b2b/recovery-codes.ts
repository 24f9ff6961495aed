import * as z from 'zod'
import type * as endpoints from '../../b2b/recovery-codes.ts'
import type {
  B2bRecoveryCodesRecoverRequest,
  B2bRecoveryCodesRecoverResponse,
  B2bRecoveryCodesResponse,
} from '../../b2b/recovery-codes.ts'
import type { Protection } from '../../core/endpoint.ts'
import { label, noBody, okShape, protection, sessionDuration } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { intermediateSession, memberSessionResponse, secondFactorMember } from './responses.ts'

const codes = exactly<B2bRecoveryCodesResponse>()(z.object({ ...okShape, recovery_codes: z.array(label) }))

export const b2bRecoveryCodeSchemas: SchemasOf<typeof endpoints> = {
  b2bRecoveryCodesRecover: {
    request: exactly<B2bRecoveryCodesRecoverRequest>()(
      z.object({
        ...secondFactorMember,
        ...sessionDuration,
        ...protection,
        ...intermediateSession,
        recovery_code: label,
      }),
    ),
    response: exactly<B2bRecoveryCodesRecoverResponse>()(
      z.intersection(memberSessionResponse, z.object({ recovery_codes_remaining: z.int() })),
    ),
  },
  b2bRecoveryCodesRotate: { request: exactly<Protection>()(z.object(protection)), response: codes },
  b2bRecoveryCodesGet: { request: noBody, response: codes },
}
