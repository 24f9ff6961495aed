import * as z from 'zod'
import type * as endpoints from '../../b2b/impersonation.ts'
import type { B2bImpersonationAuthenticateRequest } from '../../b2b/impersonation.ts'
import { protection, token } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { memberSignInResponse } from './responses.ts'

export const b2bImpersonationSchemas: SchemasOf<typeof endpoints> = {
  b2bImpersonationAuthenticate: {
    request: exactly<B2bImpersonationAuthenticateRequest>()(z.object({ ...protection, impersonation_token: token })),
    response: memberSignInResponse,
  },
}
