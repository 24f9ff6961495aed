import * as z from 'zod'
import type * as endpoints from '../../b2b/members.ts'
import type { B2bMembersSearchRequest, B2bMembersSearchResponse } from '../../b2b/members.ts'
import { memberStatuses } from '../../b2b/policies.ts'
import { email, id, label, okShape } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'

export const memberSchemas: SchemasOf<typeof endpoints> = {
  b2bMembersSearch: {
    request: exactly<B2bMembersSearchRequest>()(z.object({ email_address: email, organization_id: id })),
    response: exactly<B2bMembersSearchResponse>()(
      z.object({
        ...okShape,
        member: z
          .object({
            status: z.enum(memberStatuses),
            name: label,
            member_password_id: id,
          })
          .nullable(),
      }),
    ),
  },
}
