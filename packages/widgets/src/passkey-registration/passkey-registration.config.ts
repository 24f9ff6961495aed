import type { SessionOptions } from '../config/login.config.ts'

/**
 * How the passkey registration widget works. Every option may be left out.
 *
 * @example
 * const config: PasskeyRegistrationConfig = { enableShadowDOM: true }
 */
export interface PasskeyRegistrationConfig {
  /** How long the session lasts after a new passkey. Defaults to the remaining time, and at least 30 minutes. */
  readonly sessionOptions?: SessionOptions
  /**
   * Renders the widget in a shadow root, where the page's style sheets do not apply.
   *
   * @default false
   */
  readonly enableShadowDOM?: boolean
}
