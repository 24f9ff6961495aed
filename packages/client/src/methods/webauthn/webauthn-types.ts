import type {
  SessionDuration,
  WebauthnAuthenticateResponse,
  WebauthnRegisterStartRequest,
  WebauthnUpdateRequest,
  WebauthnUpdateResponse,
} from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import type { sdkError } from '../../core/errors.ts'
import type { validate } from '../../core/validate.ts'
import type { factorOf } from '../factor.ts'

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

/** What the calls are made of, which are loaded with the first of them. */
export interface WebauthnContext
  extends Pick<ClientContext, 'authenticate' | 'platform' | 'request' | 'session' | 'warn'> {
  // Given, not imported: what the rest of the client shares with those files would be torn out of its first load.
  readonly validate: typeof validate
  readonly sdkError: typeof sdkError
  readonly factorOf: typeof factorOf
  readonly browserSupportsAutofill: Webauthn['browserSupportsAutofill']
  /** Ends the ceremony that the browser is busy with. */
  running?: AbortController
  tell(say: (signals: typeof import('./signals.ts')) => unknown): void
}
