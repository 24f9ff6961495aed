import { sessionDurationMinutes } from '@latchkey/contract'
import type { PasswordOptions, SessionOptions } from '../login/login.config.ts'

/**
 * What the reset-password widget goes by.
 *
 * @example
 * const config: ResetPasswordConfig = { sessionOptions: { sessionDurationMinutes: 60 } }
 */
export interface ResetPasswordConfig {
  /** For another link, where the one that led here is of no use any more. */
  readonly passwordOptions?: PasswordOptions
  readonly sessionOptions?: SessionOptions
  /** Draws the widget in a shadow root, out of reach of the page's style sheets. Off where nothing is said. */
  readonly enableShadowDOM?: boolean
}

/** The configuration with every gap filled. */
export interface ResetPasswordPlan {
  readonly passwords: PasswordOptions
  readonly sessionDurationMinutes: number
}

export function planResetPassword(config: ResetPasswordConfig): ResetPasswordPlan {
  return {
    passwords: config.passwordOptions ?? {},
    sessionDurationMinutes: config.sessionOptions?.sessionDurationMinutes ?? sessionDurationMinutes,
  }
}
