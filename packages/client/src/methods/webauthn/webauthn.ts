import type {
  SessionDuration,
  WebauthnAuthenticateResponse,
  WebauthnAuthenticateStartRequest,
  WebauthnAuthenticateStartResponse,
  WebauthnRegisterStartRequest,
  WebauthnRegistration,
  WebauthnUpdateRequest,
  WebauthnUpdateResponse,
} from '@latchkey/contract'
import { webauthnAuthenticate, webauthnRegister, webauthnRegisterStart, webauthnUpdate } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import type { ApiError } from '../../core/errors.ts'
import { sdkError } from '../../core/errors.ts'
import { validate } from '../../core/validate.ts'
import { keyOf } from '../../session/session-state.ts'
import { factorOf } from '../factor.ts'

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
    > {
  /** Lets the browser make a passkey by itself, right after a sign-in with a password. Answers null where it cannot. */
  conditional_mediation?: boolean
}

export interface WebauthnAuthenticateOptions extends CeremonyOptions, SessionDuration {
  /** Waits inside the browser's autofill, without a dialog. Answers null where the browser cannot. */
  conditional_mediation?: boolean
  /** Called when the person has agreed, and what the browser gave for it is on its way to the provider. */
  onPresented?: () => void
}

export interface Webauthn {
  /**
   * Creates a passkey or another WebAuthn credential for whoever is signed in.
   *
   * @example
   * await client.webauthn.register({ is_passkey: true })
   */
  register(options?: WebauthnRegisterOptions & { conditional_mediation?: false }): Promise<WebauthnAuthenticateResponse>
  register(options: WebauthnRegisterOptions): Promise<WebauthnAuthenticateResponse | null>
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

  // What becomes of a passkey here, in another tab or by other hands is told to who keeps it.
  const { session } = ctx
  let known = session.get().user
  session.subscribe(
    ({ user }) => keyOf(user),
    ({ user }) => {
      const before = known
      known = user
      if (before?.webauthn_registrations?.length && user)
        tell(({ signalChanges }) => signalChanges(platform.PublicKeyCredential, before, user))
    },
  )

  async function tell(say: (signals: typeof import('./signals.ts')) => unknown): Promise<void> {
    // Where a browser has no ear for it, nothing is loaded.
    if (platform.PublicKeyCredential?.getClientCapabilities)
      await import('./signals.ts').then(say).catch(() => undefined)
  }

  /** What only ceremonies need is loaded while the provider is asked for its challenge. */
  const alongside = <Answer>(asked: Promise<Answer>): Promise<[Answer, typeof import('./ceremony.ts')]> =>
    Promise.all([asked, import('./ceremony.ts')])

  const browserSupportsAutofill = async (): Promise<boolean> =>
    !!(await platform.PublicKeyCredential?.isConditionalMediationAvailable?.())

  return {
    browserSupportsAutofill,
    async register(options: WebauthnRegisterOptions = {}) {
      const { session_duration_minutes, is_passkey, conditional_mediation, ...given } =
        validate<WebauthnRegisterOptions>(
          'webauthn.register',
          `${ceremony} authenticator_type? override_id? override_name? override_display_name? user_agent? use_base64_url_encoding?:boolean conditional_mediation?:boolean session_duration_minutes?:number`,
          options,
        )
      if (conditional_mediation && !(await platform.PublicKeyCredential?.getClientCapabilities?.())?.conditionalCreate)
        return null
      const signal = begin(options.signal)
      const [{ public_key_credential_creation_options }, { runCeremony }] = await alongside(
        request(webauthnRegisterStart, {
          ...given,
          domain: given.domain ?? platform.location.hostname,
          user_agent: given.user_agent ?? platform.navigator.userAgent,
          return_passkey_credential_options: is_passkey,
          use_base64_url_encoding: given.use_base64_url_encoding ?? true,
          conditional_create: conditional_mediation,
        } as WebauthnRegisterStartRequest),
      )
      const public_key_credential = await runCeremony(
        platform,
        sdkError,
        'create',
        public_key_credential_creation_options,
        signal,
        conditional_mediation,
      )
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
      const [{ public_key_credential_request_options }, { runCeremony }] = await alongside(
        request<WebauthnAuthenticateStartRequest, WebauthnAuthenticateStartResponse>(
          { method: 'POST', path: `/webauthn/authenticate/start/${factorOf(ctx.session)}` },
          {
            domain: domain ?? platform.location.hostname,
            return_passkey_credential_options: is_passkey,
          } as WebauthnAuthenticateStartRequest,
        ),
      )
      const public_key_credential = await runCeremony(
        platform,
        sdkError,
        'get',
        public_key_credential_request_options,
        signal,
        conditional_mediation,
      )
      options.onPresented?.()
      try {
        return await authenticate(webauthnAuthenticate, { public_key_credential, session_duration_minutes })
      } catch (error) {
        if ((error as Partial<ApiError>).error_type === 'webauthn_registration_not_found') {
          tell(({ signalRefused }) =>
            signalRefused(platform.PublicKeyCredential, public_key_credential_request_options, public_key_credential),
          )
        }
        throw error
      }
    },
    async update(options) {
      const { webauthn_registration_id, ...body } = validate<typeof options>(
        'webauthn.update',
        'webauthn_registration_id name',
        options,
      )
      return request(webauthnUpdate, body, webauthn_registration_id, ({ webauthn_registration: renamed }) => {
        const { user } = session.get()
        const rename = (one: WebauthnRegistration) =>
          one.webauthn_registration_id === webauthn_registration_id ? renamed : one
        return user && { ...user, webauthn_registrations: user.webauthn_registrations.map(rename) }
      })
    },
  } as Webauthn
}
