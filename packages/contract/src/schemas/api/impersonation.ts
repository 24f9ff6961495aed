import * as z from 'zod'
import type * as endpoints from '../../api/impersonation.ts'
import type { ImpersonationAuthenticateRequest } from '../../api/impersonation.ts'
import { protection, token } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { authenticateResponse } from './sessions.ts'

export const impersonationSchemas: SchemasOf<typeof endpoints> = {
  impersonationAuthenticate: {
    request: exactly<ImpersonationAuthenticateRequest>()(z.object({ ...protection, impersonation_token: token })),
    response: authenticateResponse,
  },
}
