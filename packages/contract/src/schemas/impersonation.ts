import * as z from 'zod'
import type * as endpoints from '../impersonation.ts'
import type { ImpersonationAuthenticateRequest } from '../impersonation.ts'
import { protection, token } from './base.ts'
import { exactly, type SchemasOf } from './exact.ts'
import { authenticateResponse } from './sessions.ts'

export const impersonationSchemas: SchemasOf<typeof endpoints> = {
  impersonationAuthenticate: {
    request: exactly<ImpersonationAuthenticateRequest>()(z.object({ ...protection, impersonation_token: token })),
    response: authenticateResponse,
  },
}
