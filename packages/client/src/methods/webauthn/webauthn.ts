import type {
  SessionDuration,
  WebauthnAuthenticateResponse,
  WebauthnAuthenticateStartRequest,
  WebauthnAuthenticateStartResponse,
  WebauthnRegisterStartRequest,
  WebauthnUpdateRequest,
  WebauthnUpdateResponse,
} from '@latchkey/contract'
import { webauthnAuthenticate, webauthnRegister, webauthnRegisterStart, webauthnUpdate } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import { sdkError } from '../../core/errors.ts'
import { validate } from '../../core/validate.ts'
import { factorOf } from '../factor.ts'
import { runCeremony } from './ceremony.ts'

interface CeremonyOptions {
  /** The page's host name unless given. */
  domain?: string
  /** Asks for a passkey: one that can be found without a user name. */
  is_passkey?: boolean
  /** Ends the ceremony; the call then rejects with an `AbortError`. A new ceremony ends the one before it too. */
  signal?: AbortSignal
}

export interface WebauthnRegisterOptions
  extends CeremonyOptions,
    Partial<SessionDuration>,
    Partial<
      Pick<
        WebauthnRegisterStartRequest,
        | 'authenticator_type'
        | 'override_display_name'
        | 'override_id'
        | 'override_name'
        | 'use_base64_url_encoding'
        | 'user_agent'
      >
    > {}

export interface WebauthnAuthenticateOptions extends CeremonyOptions, SessionDuration {
  /** Waits inside the browser's autofill, without a dialog. Answers null where the browser cannot. */
  conditional_mediation?: boolean
}

export interface Webauthn {
  /**
   * Creates a passkey or another WebAuthn credential for whoever is signed in.
   *
   * @example
   * await client.webauthn.register({ is_passkey: true })
   */
  register(options?: WebauthnRegisterOptions): Promise<WebauthnAuthenticateResponse>
  /**
   * Signs in with a passkey; with a session, proves one as a second factor.
   *
   * @example
   * await client.webauthn.authenticate({ is_passkey: true, session_duration_minutes: 30 })
   */
  authenticate(
    options: WebauthnAuthenticateOptions & { conditional_mediation?: false },
  ): Promise<WebauthnAuthenticateResponse>
  authenticate(options: WebauthnAuthenticateOptions): Promise<WebauthnAuthenticateResponse | null>
  /** Renames a passkey. */
  update(options: WebauthnUpdateRequest & { webauthn_registration_id: string }): Promise<WebauthnUpdateResponse>
  /** Can passkeys be offered inside the browser's autofill? */
  browserSupportsAutofill(): Promise<boolean>
}

export function createWebauthn(
  ctx: Pick<ClientContext, 'authenticate' | 'endings' | 'platform' | 'request' | 'session' | 'warn'>,
): Webauthn {
  const { authenticate, platform, request } = ctx
  const ceremony = 'domain? is_passkey?:boolean'
  let running: AbortController | undefined
  ctx.endings.add(() => running?.abort())

  /** The browser runs one ceremony at a time, and the last one asked for is the one that is wanted. */
  function begin(outer: AbortSignal | undefined): AbortSignal {
    if (!platform.PublicKeyCredential) throw sdkError('passkeys_unsupported')
    outer?.throwIfAborted()
    running?.abort()
    const own = new AbortController()
    running = own
    const stop = (): void => own.abort(outer?.reason)
    outer?.addEventListener('abort', stop, { once: true })
    return own.signal
  }

  const browserSupportsAutofill = async (): Promise<boolean> =>
    !!(await platform.PublicKeyCredential?.isConditionalMediationAvailable?.())

  return {
    browserSupportsAutofill,
    async register(options = {}) {
      const { session_duration_minutes, is_passkey, ...given } = validate<WebauthnRegisterOptions>(
        'webauthn.register',
        `${ceremony} authenticator_type? override_id? override_name? override_display_name? user_agent? use_base64_url_encoding?:boolean session_duration_minutes?:number`,
        options,
      )
      const signal = begin(options.signal)
      const { public_key_credential_creation_options } = await request(webauthnRegisterStart, {
        ...given,
        domain: given.domain ?? platform.location.hostname,
        user_agent: given.user_agent ?? platform.navigator.userAgent,
        return_passkey_credential_options: is_passkey,
        use_base64_url_encoding: given.use_base64_url_encoding ?? true,
      } as WebauthnRegisterStartRequest)
      const public_key_credential = await runCeremony(platform, 'create', public_key_credential_creation_options, {
        signal,
      })
      return authenticate(webauthnRegister, { public_key_credential, session_duration_minutes })
    },
    async authenticate(options: WebauthnAuthenticateOptions) {
      const { conditional_mediation, domain, is_passkey, session_duration_minutes } =
        validate<WebauthnAuthenticateOptions>(
          'webauthn.authenticate',
          `${ceremony} conditional_mediation?:boolean session_duration_minutes:number`,
          options,
        )
      if (conditional_mediation) {
        if (!(await browserSupportsAutofill())) {
          ctx.warn('Conditional mediation is not supported by this browser.')
          return null
        }
        if (!platform.document.querySelector?.('input[autocomplete$="webauthn"]')) {
          ctx.warn('No input with the autocomplete value "webauthn" was found.')
        }
      }
      const signal = begin(options.signal)
      const { public_key_credential_request_options } = await request<
        WebauthnAuthenticateStartRequest,
        WebauthnAuthenticateStartResponse
      >({ method: 'POST', path: `/webauthn/authenticate/start/${factorOf(ctx.session)}` }, {
        domain: domain ?? platform.location.hostname,
        return_passkey_credential_options: is_passkey,
      } as WebauthnAuthenticateStartRequest)
      const public_key_credential = await runCeremony(platform, 'get', public_key_credential_request_options, {
        signal,
        ...(conditional_mediation && { mediation: 'conditional' }),
      })
      return authenticate(webauthnAuthenticate, { public_key_credential, session_duration_minutes })
    },
    async update(options) {
      const { webauthn_registration_id, ...body } = validate<typeof options>(
        'webauthn.update',
        'webauthn_registration_id name',
        options,
      )
      return request(webauthnUpdate, body, webauthn_registration_id)
    },
  } as Webauthn
}
