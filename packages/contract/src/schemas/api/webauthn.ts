import * as z from 'zod'
import type * as endpoints from '../../api/webauthn.ts'
import type {
  WebauthnAuthenticateRequest,
  WebauthnAuthenticateResponse,
  WebauthnAuthenticateStartRequest,
  WebauthnAuthenticateStartResponse,
  WebauthnRegisterRequest,
  WebauthnRegisterStartRequest,
  WebauthnRegisterStartResponse,
  WebauthnUpdateRequest,
  WebauthnUpdateResponse,
} from '../../api/webauthn.ts'
import { id, label, okShape, optionalSessionDuration, prose, protection, sessionDuration, text } from '../core/base.ts'
import { webauthnRegistration } from '../core/entities.ts'
import { type EndpointSchemas, exactly, type SchemasOf } from '../core/exact.ts'
import { authenticateShape } from './sessions.ts'

/** An attestation may contain a chain of certificates. */
const credential = text(98_304)
const credentialOptions = text(65_536)

const start: EndpointSchemas<typeof endpoints.webauthnAuthenticateStartPrimary> = {
  request: exactly<WebauthnAuthenticateStartRequest>()(
    z.object({ domain: label, return_passkey_credential_options: z.boolean().optional() }),
  ),
  response: exactly<WebauthnAuthenticateStartResponse>()(
    z.object({ ...okShape, user_id: id, userId: id, public_key_credential_request_options: credentialOptions }),
  ),
}

const authenticated = exactly<WebauthnAuthenticateResponse>()(
  z.object({ ...authenticateShape, webauthn_registration_id: id }),
)

export const webauthnSchemas: SchemasOf<typeof endpoints> = {
  webauthnRegisterStart: {
    request: exactly<WebauthnRegisterStartRequest>()(
      z.object({
        domain: label,
        authenticator_type: z.enum(['platform', 'cross-platform']).optional(),
        conditional_create: z.boolean().optional(),
        return_passkey_credential_options: z.boolean().optional(),
        override_id: id.optional(),
        override_name: label.optional(),
        override_display_name: label.optional(),
        user_agent: prose,
        use_base64_url_encoding: z.boolean().optional(),
      }),
    ),
    response: exactly<WebauthnRegisterStartResponse>()(
      z.object({ ...okShape, user_id: id, public_key_credential_creation_options: credentialOptions }),
    ),
  },
  webauthnRegister: {
    request: exactly<WebauthnRegisterRequest>()(
      z.object({ ...optionalSessionDuration, public_key_credential: credential }),
    ),
    response: authenticated,
  },
  webauthnAuthenticateStartPrimary: start,
  webauthnAuthenticateStartSecondary: start,
  webauthnAuthenticate: {
    request: exactly<WebauthnAuthenticateRequest>()(
      z.object({ ...sessionDuration, ...protection, public_key_credential: credential }),
    ),
    response: authenticated,
  },
  webauthnUpdate: {
    request: exactly<WebauthnUpdateRequest>()(z.object({ name: label })),
    response: exactly<WebauthnUpdateResponse>()(z.object({ ...okShape, webauthn_registration: webauthnRegistration })),
  },
}
