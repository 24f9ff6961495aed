import * as z from 'zod'
import type * as endpoints from '../../admin/invitations.ts'
import type {
  AdminInvitationsCreateRequest,
  AdminInvitationsListRequest,
  AdminInvitationsResendRequest,
} from '../../admin/invitations.ts'
import { invitationShape, inviteeShape } from '../b2b/magic-links.ts'
import { email, noBody, ok } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { jsonObject } from '../core/json.ts'
import { invitationState, membersResponse, organizationMemberResponse } from './organizations.ts'
import { pageRequest } from './page.ts'

export const invitationSchemas: SchemasOf<typeof endpoints> = {
  adminInvitationsList: {
    request: exactly<AdminInvitationsListRequest>()(z.object({ ...pageRequest, state: invitationState.optional() })),
    response: membersResponse,
  },
  adminInvitationsCreate: {
    request: exactly<AdminInvitationsCreateRequest>()(
      z.object({ ...invitationShape, email_address: email, ...inviteeShape, trusted_metadata: jsonObject.optional() }),
    ),
    response: organizationMemberResponse,
  },
  adminInvitationsResend: {
    request: exactly<AdminInvitationsResendRequest>()(z.object(invitationShape)),
    response: organizationMemberResponse,
  },
  adminInvitationsRevoke: { request: noBody, response: ok },
}
