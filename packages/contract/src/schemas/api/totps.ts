import * as z from 'zod'
import type * as endpoints from '../../api/totps.ts'
import type {
  TotpsAuthenticateRequest,
  TotpsAuthenticateResponse,
  TotpsCreateRequest,
  TotpsCreateResponse,
  TotpsRecoverRequest,
  TotpsRecoveryCodesResponse,
} from '../../api/totps.ts'
import { limits } from '../../core/limits.ts'
import { id, label, minutes, noBody, okShape, protection, sessionDuration, text, token } from '../core/base.ts'
import { user } from '../core/entities.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { authenticateShape } from './sessions.ts'

const authenticated = exactly<TotpsAuthenticateResponse>()(z.object({ ...authenticateShape, totp_id: id }))
const recoveryCodes = z.array(label)

export const totpSchemas: SchemasOf<typeof endpoints> = {
  totpsCreate: {
    request: exactly<TotpsCreateRequest>()(z.object({ expiration_minutes: minutes(limits.totpEnrolmentMinutes) })),
    response: exactly<TotpsCreateResponse>()(
      z.object({
        ...okShape,
        totp_id: id,
        secret: label,
        qr_code: text(65_536),
        recovery_codes: recoveryCodes,
        __user: user,
      }),
    ),
  },
  totpsAuthenticate: {
    request: exactly<TotpsAuthenticateRequest>()(z.object({ ...sessionDuration, ...protection, totp_code: token })),
    response: authenticated,
  },
  totpsRecoveryCodes: {
    request: noBody,
    response: exactly<TotpsRecoveryCodesResponse>()(
      z.object({
        ...okShape,
        user_id: id,
        totps: z.array(z.object({ totp_id: id, verified: z.boolean(), recovery_codes: recoveryCodes })),
      }),
    ),
  },
  totpsRecover: {
    request: exactly<TotpsRecoverRequest>()(z.object({ ...sessionDuration, ...protection, recovery_code: token })),
    response: authenticated,
  },
}
