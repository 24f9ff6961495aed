import * as z from 'zod'
import type * as endpoints from '../../b2b/members.ts'
import type {
  B2bMembersSearchRequest,
  B2bMembersSearchResponse,
  B2bOrganizationMembersCreateRequest,
  B2bOrganizationMembersDeleteResponse,
  B2bOrganizationMembersSearchRequest,
  B2bOrganizationMembersSearchResponse,
  B2bOrganizationMembersUpdateRequest,
  B2bStartEmailUpdateRequest,
  B2bUnlinkRetiredEmailRequest,
} from '../../b2b/members.ts'
import { memberStatuses, mfaMethods } from '../../b2b/policies.ts'
import { email, id, label, locale, noBody, okShape, phoneNumber, text, url } from '../core/base.ts'
import { type Exact, exactly, type SchemasOf } from '../core/exact.ts'
import { jsonObject } from '../core/json.ts'
import { member, organization, roleIds } from './entities.ts'
import { memberResponse } from './responses.ts'

const mostOperands = 20
const mostValues = 100

/** A function: the document of one API cannot refer to a schema that is named in the document of the other. */
export const createUnlinkRetiredEmailRequest = (): Exact<B2bUnlinkRetiredEmailRequest> =>
  exactly<B2bUnlinkRetiredEmailRequest>()(z.object({ email_id: id.optional(), email_address: email.optional() }))

export const unlinkRetiredEmailRequest: Exact<B2bUnlinkRetiredEmailRequest> = createUnlinkRetiredEmailRequest()

/** The same. */
export const createStartEmailUpdateRequest = (): Exact<B2bStartEmailUpdateRequest> =>
  exactly<B2bStartEmailUpdateRequest>()(
    z.object({
      email_address: email,
      login_redirect_url: url.optional(),
      login_template_id: id.optional(),
      locale: locale.optional(),
    }),
  )

export const startEmailUpdateRequest: Exact<B2bStartEmailUpdateRequest> = createStartEmailUpdateRequest()

/** The same. */
export const createMemberSearchRequest = (): Exact<B2bOrganizationMembersSearchRequest> => {
  const filter = z.union([
    z.object({
      filter_name: z.enum(['member_ids', 'member_emails', 'member_mfa_phones', 'member_roles', 'statuses']),
      filter_value: z.array(email).max(mostValues),
    }),
    z.object({
      filter_name: z.enum(['member_email_fuzzy', 'member_name_fuzzy', 'member_mfa_phone_fuzzy']),
      filter_value: email,
    }),
    z.object({
      filter_name: z.enum(['member_is_breakglass', 'member_password_exists', 'member_mfa_enrolled']),
      filter_value: z.boolean(),
    }),
  ])
  return exactly<B2bOrganizationMembersSearchRequest>()(
    z.object({
      cursor: text(1_024).optional(),
      limit: z.number().int().min(1).max(1_000).optional(),
      query: z.object({ operator: z.enum(['AND', 'OR']), operands: z.array(filter).max(mostOperands) }).optional(),
    }),
  )
}

/** The same. */
export const createMemberUpdateRequest = (): Exact<B2bOrganizationMembersUpdateRequest> =>
  exactly<B2bOrganizationMembersUpdateRequest>()(
    z.object({
      name: label.optional(),
      untrusted_metadata: jsonObject.optional(),
      is_breakglass: z.boolean().optional(),
      mfa_phone_number: phoneNumber.optional(),
      mfa_enrolled: z.boolean().optional(),
      default_mfa_method: z.enum(mfaMethods).optional(),
      roles: roleIds.optional(),
      preserve_existing_sessions: z.boolean().optional(),
      email_address: email.optional(),
      unlink_email: z.boolean().optional(),
    }),
  )

export const b2bMemberSchemas: SchemasOf<typeof endpoints> = {
  b2bMembersSearch: {
    request: exactly<B2bMembersSearchRequest>()(z.object({ email_address: email, organization_id: id })),
    response: exactly<B2bMembersSearchResponse>()(
      z.object({
        ...okShape,
        member: z.object({ status: z.enum(memberStatuses), name: label, member_password_id: id }).nullable(),
      }),
    ),
  },
  b2bOrganizationMembersCreate: {
    request: exactly<B2bOrganizationMembersCreateRequest>()(
      z.object({
        email_address: email,
        name: label.optional(),
        untrusted_metadata: jsonObject.optional(),
        create_member_as_pending: z.boolean().optional(),
        is_breakglass: z.boolean().optional(),
        mfa_phone_number: phoneNumber.optional(),
        mfa_enrolled: z.boolean().optional(),
        roles: roleIds.optional(),
      }),
    ),
    response: memberResponse,
  },
  b2bOrganizationMembersSearch: {
    request: createMemberSearchRequest(),
    response: exactly<B2bOrganizationMembersSearchResponse>()(
      z.object({
        ...okShape,
        members: z.array(member),
        results_metadata: z.object({ total: z.number().int(), next_cursor: text(1_024).optional() }),
        organizations: z.record(id, organization),
      }),
    ),
  },
  b2bOrganizationMembersUpdate: {
    request: createMemberUpdateRequest(),
    response: memberResponse,
  },
  b2bOrganizationMembersDelete: {
    request: noBody,
    response: exactly<B2bOrganizationMembersDeleteResponse>()(z.object({ ...okShape, member_id: id })),
  },
  b2bOrganizationMembersReactivate: { request: noBody, response: memberResponse },
  b2bMembersDeletePassword: { request: noBody, response: memberResponse },
  b2bOrganizationMembersDeleteMfaPhoneNumber: { request: noBody, response: memberResponse },
  b2bOrganizationMembersDeleteTotp: { request: noBody, response: memberResponse },
  b2bOrganizationMembersUnlinkRetiredEmail: { request: unlinkRetiredEmailRequest, response: memberResponse },
  b2bOrganizationMembersStartEmailUpdate: { request: startEmailUpdateRequest, response: memberResponse },
}
