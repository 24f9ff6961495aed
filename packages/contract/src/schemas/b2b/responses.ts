import * as z from 'zod'
import type {
  DiscoveryResponse,
  MemberPendingResponse,
  MemberResponse,
  MemberSessionResponse,
  MemberSignInResponse,
  SecondFactorMember,
} from '../../b2b/responses.ts'
import { email, id, okShape, signedToken, token } from '../core/base.ts'
import { type Exact, exactly } from '../core/exact.ts'
import {
  discoveredOrganization,
  member,
  memberSession,
  mfaRequired,
  organization,
  primaryRequired,
} from './entities.ts'

export const memberShape: typeof okShape & {
  member_id: typeof id
  member: typeof member
  organization: typeof organization
} = { ...okShape, member_id: id, member, organization }

export const intermediateSession: { intermediate_session_token: z.ZodOptional<z.ZodString> } = {
  intermediate_session_token: token.optional(),
}

export const secondFactorMember: Record<keyof SecondFactorMember, z.ZodString> = {
  organization_id: id,
  member_id: id,
}

const tokenShape = { session_token: token, session_jwt: signedToken, intermediate_session_token: token }

export const memberResponse: Exact<MemberResponse> = exactly<MemberResponse>()(z.object(memberShape))

export const memberSessionResponse: Exact<MemberSessionResponse> = exactly<MemberSessionResponse>()(
  z.object({
    ...memberShape,
    ...tokenShape,
    member_session: memberSession,
    member_authenticated: z.literal(true),
    mfa_required: z.null(),
    primary_required: z.null(),
  }),
)

const memberPendingResponse = exactly<MemberPendingResponse>()(
  z.object({
    ...memberShape,
    member_id: z.string(),
    member: member.nullable(),
    ...tokenShape,
    member_session: z.null(),
    member_authenticated: z.literal(false),
    mfa_required: mfaRequired.nullable(),
    primary_required: primaryRequired.nullable(),
  }),
)

export const memberSignInResponse: Exact<MemberSignInResponse> = exactly<MemberSignInResponse>()(
  z.union([memberSessionResponse, memberPendingResponse]),
)

export const discoveryResponse: Exact<DiscoveryResponse> = exactly<DiscoveryResponse>()(
  z.object({
    ...okShape,
    intermediate_session_token: token,
    email_address: email,
    discovered_organizations: z.array(discoveredOrganization),
  }),
)
