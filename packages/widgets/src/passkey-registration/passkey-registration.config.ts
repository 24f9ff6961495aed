import type { SessionOptions } from '../login/login.config.ts'

/**
 * How passkey registration works. Nothing of it has to be said.
 *
 * @example
 * const config: PasskeyRegistrationConfig = { enableShadowDOM: true }
 */
export interface PasskeyRegistrationConfig {
  /** How long the session lasts from a new passkey on. As long as before, and no less than 30 minutes, unless given. */
  readonly sessionOptions?: SessionOptions
  /** Draws the widget in a shadow root, out of reach of the page's style sheets. Off where nothing is said. */
  readonly enableShadowDOM?: boolean
}
