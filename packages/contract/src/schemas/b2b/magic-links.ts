import * as z from 'zod'
import type * as endpoints from '../../b2b/magic-links.ts'
import type {
  B2bMagicLinksAuthenticateRequest,
  B2bMagicLinksAuthenticateResponse,
  B2bMagicLinksDeclineRequest,
  B2bMagicLinksDiscoveryAuthenticateRequest,
  B2bMagicLinksEmailDiscoverySendRequest,
  B2bMagicLinksEmailInviteRequest,
  B2bMagicLinksEmailLoginOrSignupRequest,
  B2bMagicLinksInspectRequest,
  B2bMagicLinksInspectResponse,
} from '../../b2b/magic-links.ts'
import { limits } from '../../core/limits.ts'
import {
  email,
  id,
  label,
  locale,
  minutes,
  ok,
  okShape,
  proofKey,
  protection,
  sessionDuration,
  token,
  url,
} from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { jsonObject } from '../core/json.ts'
import { publicShape, roleIds } from './entities.ts'
import { discoveryResponse, intermediateSession, memberResponse, memberSignInResponse } from './responses.ts'

const expiration: z.ZodOptional<z.ZodNumber> = minutes(limits.magicLinkMinutes).optional()
const challenge = { pkce_code_challenge: proofKey.optional(), browser_challenge: proofKey.optional() }

/** The message of an invitation. */
export const invitationShape: {
  invite_redirect_url: z.ZodOptional<z.ZodString>
  invite_template_id: z.ZodOptional<z.ZodString>
  invite_expiration_minutes: z.ZodOptional<z.ZodNumber>
  locale: z.ZodOptional<z.ZodString>
} = {
  invite_redirect_url: url.optional(),
  invite_template_id: id.optional(),
  invite_expiration_minutes: expiration,
  locale: locale.optional(),
}

/** The invited member. */
export const inviteeShape: {
  name: z.ZodOptional<z.ZodString>
  untrusted_metadata: z.ZodOptional<typeof jsonObject>
  roles: z.ZodOptional<typeof roleIds>
} = { name: label.optional(), untrusted_metadata: jsonObject.optional(), roles: roleIds.optional() }

export const b2bMagicLinkSchemas: SchemasOf<typeof endpoints> = {
  b2bMagicLinksEmailLoginOrSignup: {
    request: exactly<B2bMagicLinksEmailLoginOrSignupRequest>()(
      z.object({
        ...challenge,
        email_address: email,
        organization_id: id,
        login_redirect_url: url.optional(),
        signup_redirect_url: url.optional(),
        login_template_id: id.optional(),
        signup_template_id: id.optional(),
        login_expiration_minutes: expiration,
        signup_expiration_minutes: expiration,
        locale: locale.optional(),
      }),
    ),
    response: ok,
  },
  b2bMagicLinksEmailInvite: {
    request: exactly<B2bMagicLinksEmailInviteRequest>()(
      z.object({ ...invitationShape, email_address: email, ...inviteeShape }),
    ),
    response: memberResponse,
  },
  b2bMagicLinksEmailDiscoverySend: {
    request: exactly<B2bMagicLinksEmailDiscoverySendRequest>()(
      z.object({
        ...challenge,
        ...protection,
        email_address: email,
        discovery_redirect_url: url.optional(),
        login_template_id: id.optional(),
        discovery_expiration_minutes: expiration,
        locale: locale.optional(),
      }),
    ),
    response: ok,
  },
  b2bMagicLinksAuthenticate: {
    request: exactly<B2bMagicLinksAuthenticateRequest>()(
      z.object({
        ...sessionDuration,
        ...protection,
        ...intermediateSession,
        magic_links_token: token,
        pkce_code_verifier: proofKey.optional(),
        locale: locale.optional(),
      }),
    ),
    response: exactly<B2bMagicLinksAuthenticateResponse>()(
      z.intersection(memberSignInResponse, z.object({ method_id: id })),
    ),
  },
  b2bMagicLinksDiscoveryAuthenticate: {
    request: exactly<B2bMagicLinksDiscoveryAuthenticateRequest>()(
      z.object({ ...protection, discovery_magic_links_token: token, pkce_code_verifier: proofKey.optional() }),
    ),
    response: discoveryResponse,
  },
  b2bMagicLinksDecline: {
    request: exactly<B2bMagicLinksDeclineRequest>()(z.object({ token })),
    response: ok,
  },
  b2bMagicLinksInspect: {
    request: exactly<B2bMagicLinksInspectRequest>()(z.object({ token })),
    response: exactly<B2bMagicLinksInspectResponse>()(
      z.object({
        ...okShape,
        email_address: z.string(),
        organization: z
          .object({
            organization_id: publicShape.organization_id,
            organization_name: publicShape.organization_name,
            organization_slug: publicShape.organization_slug,
            organization_logo_url: publicShape.organization_logo_url,
          })
          .nullable(),
        is_invitation: z.boolean(),
      }),
    ),
  },
}
