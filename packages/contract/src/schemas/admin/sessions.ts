import * as z from 'zod'
import type * as endpoints from '../../admin/sessions.ts'
import type {
  AdminSessionsListRequest,
  AdminSessionsListResponse,
  AdminSessionsRevokeRequest,
  AdminSessionsRevokeResponse,
} from '../../admin/sessions.ts'
import { id, okShape } from '../core/base.ts'
import { session } from '../core/entities.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { pageInfo, pageRequest } from './page.ts'

export const sessionSchemas: SchemasOf<typeof endpoints> = {
  adminSessionsList: {
    request: exactly<AdminSessionsListRequest>()(z.object({ ...pageRequest, user_id: id })),
    response: exactly<AdminSessionsListResponse>()(z.object({ ...okShape, ...pageInfo, sessions: z.array(session) })),
  },
  adminSessionsRevoke: {
    request: exactly<AdminSessionsRevokeRequest>()(z.object({ session_id: id.optional(), user_id: id.optional() })),
    response: exactly<AdminSessionsRevokeResponse>()(z.object({ ...okShape, revoked: z.array(id) })),
  },
}
