import * as z from 'zod'
import { mfaMethods } from '../../b2b/policies.ts'
import type * as endpoints from '../../b2b/self.ts'
import type { B2bSelfGetResponse, B2bSelfUpdateRequest } from '../../b2b/self.ts'
import { label, noBody, okShape, phoneNumber } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { jsonObject } from '../core/json.ts'
import { member } from './entities.ts'
import { startEmailUpdateRequest, unlinkRetiredEmailRequest } from './members.ts'
import { memberResponse } from './responses.ts'

export const b2bSelfSchemas: SchemasOf<typeof endpoints> = {
  b2bSelfGet: { request: noBody, response: exactly<B2bSelfGetResponse>()(z.object({ ...okShape, member })) },
  b2bSelfUpdate: {
    request: exactly<B2bSelfUpdateRequest>()(
      z.object({
        name: label.optional(),
        untrusted_metadata: jsonObject.optional(),
        mfa_enrolled: z.boolean().optional(),
        mfa_phone_number: phoneNumber.optional(),
        default_mfa_method: z.enum(mfaMethods).optional(),
      }),
    ),
    response: memberResponse,
  },
  b2bSelfDeleteMfaPhoneNumber: { request: noBody, response: memberResponse },
  b2bSelfDeleteTotp: { request: noBody, response: memberResponse },
  b2bSelfUnlinkRetiredEmail: { request: unlinkRetiredEmailRequest, response: memberResponse },
  b2bSelfStartEmailUpdate: { request: startEmailUpdateRequest, response: memberResponse },
}
