import * as z from 'zod'
import { mfaEnrollments } from '../../b2b/policies.ts'
import type * as endpoints from '../../b2b/totp.ts'
import type { B2bTotpAuthenticateRequest, B2bTotpCreateRequest, B2bTotpCreateResponse } from '../../b2b/totp.ts'
import { limits } from '../../core/limits.ts'
import { id, label, minutes, protection, sessionDuration, text } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { intermediateSession, memberResponse, memberSessionResponse, secondFactorMember } from './responses.ts'

export const b2bTotpSchemas: SchemasOf<typeof endpoints> = {
  b2bTotpCreate: {
    request: exactly<B2bTotpCreateRequest>()(
      z.object({
        ...secondFactorMember,
        ...protection,
        ...intermediateSession,
        expiration_minutes: minutes(limits.totpEnrolmentMinutes).optional(),
      }),
    ),
    response: exactly<B2bTotpCreateResponse>()(
      z.intersection(
        memberResponse,
        z.object({ totp_id: id, secret: label, qr_code: text(65_536), recovery_codes: z.array(label) }),
      ),
    ),
  },
  b2bTotpAuthenticate: {
    request: exactly<B2bTotpAuthenticateRequest>()(
      z.object({
        ...secondFactorMember,
        ...sessionDuration,
        ...protection,
        ...intermediateSession,
        code: label,
        set_mfa_enrollment: z.enum(mfaEnrollments).optional(),
        set_default_mfa: z.boolean().optional(),
      }),
    ),
    response: memberSessionResponse,
  },
}
