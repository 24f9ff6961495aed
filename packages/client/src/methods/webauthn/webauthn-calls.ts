import type {
  WebauthnAuthenticateResponse,
  WebauthnAuthenticateStartRequest,
  WebauthnAuthenticateStartResponse,
  WebauthnRegisterStartRequest,
  WebauthnRegistration,
  WebauthnUpdateResponse,
} from '@latchkey/contract'
import { webauthnAuthenticate, webauthnRegister, webauthnRegisterStart, webauthnUpdate } from '@latchkey/contract'
import type { ApiError } from '../../core/errors.ts'
import { findIn } from '../../core/safe-dom.ts'
import { runCeremony } from './ceremony.ts'
import type {
  Webauthn,
  WebauthnAuthenticateOptions,
  WebauthnContext,
  WebauthnRegisterOptions,
} from './webauthn-types.ts'

const ceremony = 'domain? is_passkey?:boolean'

/** Starts a ceremony and aborts the previous one: the browser runs only one at a time. */
function begin(parts: WebauthnContext, outer: AbortSignal | undefined): AbortSignal {
  if (!parts.native()) throw parts.sdkError('passkeys_unsupported')
  outer?.throwIfAborted()
  parts.running?.abort()
  const own = new AbortController()
  parts.running = own
  outer?.addEventListener('abort', () => own.abort(outer.reason), { once: true })
  return own.signal
}

async function register(
  parts: WebauthnContext,
  options: WebauthnRegisterOptions = {},
): Promise<WebauthnAuthenticateResponse | null> {
  const { platform, request, authenticate } = parts
  const { session_duration_minutes, is_passkey, conditional_mediation, ...given } =
    parts.validate<WebauthnRegisterOptions>(
      'webauthn.register',
      `${ceremony} authenticator_type? override_id? override_name? override_display_name? user_agent? use_base64_url_encoding?:boolean conditional_mediation?:boolean session_duration_minutes?:number`,
      options,
    )
  if (conditional_mediation && !(await parts.native()?.getClientCapabilities?.())?.conditionalCreate) return null
  const signal = begin(parts, options.signal)
  const { public_key_credential_creation_options } = await request(webauthnRegisterStart, {
    ...given,
    domain: given.domain ?? platform.location.hostname,
    user_agent: given.user_agent ?? platform.navigator.userAgent,
    return_passkey_credential_options: is_passkey,
    use_base64_url_encoding: given.use_base64_url_encoding ?? true,
    conditional_create: conditional_mediation,
  } as WebauthnRegisterStartRequest)
  const public_key_credential = await runCeremony(
    parts,
    'create',
    public_key_credential_creation_options,
    signal,
    conditional_mediation,
  )
  return authenticate(webauthnRegister, { public_key_credential, session_duration_minutes })
}

async function authenticate(
  parts: WebauthnContext,
  options: WebauthnAuthenticateOptions,
): Promise<WebauthnAuthenticateResponse | null> {
  const { platform, warn } = parts
  const { conditional_mediation, domain, is_passkey, session_duration_minutes } =
    parts.validate<WebauthnAuthenticateOptions>(
      'webauthn.authenticate',
      `${ceremony} conditional_mediation?:boolean session_duration_minutes:number`,
      options,
    )
  if (conditional_mediation) {
    if (!(await parts.browserSupportsAutofill())) {
      warn('Conditional mediation is not supported by this browser.')
      return null
    }
    if (!findIn(platform.document as Document, 'input[autocomplete$="webauthn"]')) {
      warn('No input with the autocomplete value "webauthn" was found.')
    }
  }
  const signal = begin(parts, options.signal)
  const { public_key_credential_request_options } = await parts.request<
    WebauthnAuthenticateStartRequest,
    WebauthnAuthenticateStartResponse
  >({ method: 'POST', path: `/webauthn/authenticate/start/${parts.factorOf(parts.session)}` }, {
    domain: domain ?? platform.location.hostname,
    return_passkey_credential_options: is_passkey,
  } as WebauthnAuthenticateStartRequest)
  const public_key_credential = await runCeremony(
    parts,
    'get',
    public_key_credential_request_options,
    signal,
    conditional_mediation,
  )
  options.onPresented?.()
  try {
    return await parts.authenticate(webauthnAuthenticate, { public_key_credential, session_duration_minutes })
  } catch (error) {
    if ((error as Partial<ApiError>).error_type === 'webauthn_registration_not_found') {
      parts.signal(({ signalRejectedCredential }) =>
        signalRejectedCredential(parts.native(), public_key_credential_request_options, public_key_credential),
      )
    }
    throw error
  }
}

async function update(
  { request, session, validate }: WebauthnContext,
  options: Parameters<Webauthn['update']>[0],
): Promise<WebauthnUpdateResponse> {
  const { webauthn_registration_id, ...body } = validate<typeof options>(
    'webauthn.update',
    'webauthn_registration_id name',
    options,
  )
  return request(webauthnUpdate, body, webauthn_registration_id, ({ webauthn_registration: renamed }) => {
    const { subject } = session.get()
    const rename = (one: WebauthnRegistration) =>
      one.webauthn_registration_id === webauthn_registration_id ? renamed : one
    return { __user: subject && { ...subject, webauthn_registrations: subject.webauthn_registrations.map(rename) } }
  })
}

export function createWebauthnCalls(parts: WebauthnContext): Omit<Webauthn, 'browserSupportsAutofill'> {
  return {
    // Without `conditional_mediation` both resolve to a response.
    register: (options?: WebauthnRegisterOptions) => register(parts, options),
    authenticate: (options: WebauthnAuthenticateOptions) => authenticate(parts, options),
    update: (options) => update(parts, options),
  } as Webauthn
}
