import type {
  SessionDuration,
  WebauthnAuthenticateResponse,
  WebauthnRegisterStartRequest,
  WebauthnUpdateRequest,
  WebauthnUpdateResponse,
} from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import type { sdkError } from '../../core/errors.ts'
import type { validate } from '../../core/validate.ts'
import type { Platform } from '../../platform/platform.ts'
import type { factorOf } from '../factor.ts'

interface CeremonyOptions {
  /** @default the host name of the page */
  domain?: string
  /** Requests a passkey, which the browser can offer without a user name. */
  is_passkey?: boolean
  /** Aborts the ceremony; the call then rejects with an `AbortError`. A new ceremony also aborts the previous one. */
  signal?: AbortSignal
}

/** The options of `webauthn.register`. */
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
  /** Lets the browser create a passkey automatically after a sign-in with a password. Resolves to null if unsupported. */
  conditional_mediation?: boolean
}

/** The options of `webauthn.authenticate`. */
export interface WebauthnAuthenticateOptions extends CeremonyOptions, SessionDuration {
  /** Offers passkeys in the browser's autofill, without a dialog. Resolves to null if unsupported. */
  conditional_mediation?: boolean
  /** Called when the user has confirmed in the browser, before the credential is sent to the provider. */
  onPresented?: () => void
}

/** Passkeys and other WebAuthn credentials. */
export interface Webauthn {
  /**
   * Creates a passkey or another WebAuthn credential for the signed-in user.
   *
   * @example
   * await client.webauthn.register({ is_passkey: true })
   */
  register(options?: WebauthnRegisterOptions & { conditional_mediation?: false }): Promise<WebauthnAuthenticateResponse>
  register(options: WebauthnRegisterOptions): Promise<WebauthnAuthenticateResponse | null>
  /**
   * Signs in with a passkey. With a session, verifies one as a second factor.
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
  /** Whether the browser can offer passkeys in autofill. */
  browserSupportsAutofill(): Promise<boolean>
}

/** The context of the calls, which are loaded on demand. */
export interface WebauthnContext
  extends Pick<ClientContext, 'authenticate' | 'platform' | 'request' | 'session' | 'warn'> {
  // Functions are part of the context: an import of a value would make bundlers split the entry into two files.
  readonly validate: typeof validate
  readonly sdkError: typeof sdkError
  readonly factorOf: typeof factorOf
  readonly browserSupportsAutofill: Webauthn['browserSupportsAutofill']
  /** The passkey API of the browser. */
  native(): Platform['PublicKeyCredential']
  /** Aborts the current ceremony. */
  running?: AbortController
  signal(send: (signals: typeof import('./signals.ts')) => unknown): void
}
