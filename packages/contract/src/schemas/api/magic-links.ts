import * as z from 'zod'
import type * as endpoints from '../../api/magic-links.ts'
import type {
  MagicLinksAuthenticateRequest,
  MagicLinksAuthenticateResponse,
  MagicLinksEmailRequest,
  MagicLinksInspectRequest,
  MagicLinksInspectResponse,
} from '../../api/magic-links.ts'
import { limits } from '../../core/limits.ts'
import {
  email,
  id,
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
import { type EndpointSchemas, exactly, type SchemasOf } from '../core/exact.ts'
import { authenticateShape } from './sessions.ts'

const expiration = minutes(limits.magicLinkMinutes)

const send: EndpointSchemas<typeof endpoints.magicLinksEmailLoginOrCreate> = {
  request: exactly<MagicLinksEmailRequest>()(
    z.object({
      ...protection,
      email,
      login_magic_link_url: url.optional(),
      signup_magic_link_url: url.optional(),
      login_expiration_minutes: expiration.optional(),
      signup_expiration_minutes: expiration.optional(),
      login_template_id: id.optional(),
      signup_template_id: id.optional(),
      create_user_as_pending: z.boolean().optional(),
      locale: locale.optional(),
      code_challenge: proofKey.optional(),
      browser_challenge: proofKey.optional(),
    }),
  ),
  response: ok,
}

export const magicLinkSchemas: SchemasOf<typeof endpoints> = {
  magicLinksEmailLoginOrCreate: send,
  magicLinksEmailSendPrimary: send,
  magicLinksEmailSendSecondary: send,
  magicLinksAuthenticate: {
    request: exactly<MagicLinksAuthenticateRequest>()(
      z.object({ ...sessionDuration, token, code_verifier: proofKey.optional() }),
    ),
    response: exactly<MagicLinksAuthenticateResponse>()(z.object({ ...authenticateShape, method_id: id })),
  },
  magicLinksInspect: {
    request: exactly<MagicLinksInspectRequest>()(z.object({ token })),
    response: exactly<MagicLinksInspectResponse>()(z.object({ ...okShape, email: z.string() })),
  },
}
