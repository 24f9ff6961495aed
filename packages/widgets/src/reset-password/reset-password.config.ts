import { sessionDurationMinutes } from '@latchkey/contract'
import type { PasswordOptions, SessionOptions } from '../config/login.config.ts'

/**
 * How the reset-password widget works. Every option may be left out.
 *
 * @example
 * const config: ResetPasswordConfig = { sessionOptions: { sessionDurationMinutes: 60 } }
 */
export interface ResetPasswordConfig {
  /** Options of the new link that the widget sends if the current one has expired. */
  readonly passwordOptions?: PasswordOptions
  readonly sessionOptions?: SessionOptions
  /**
   * Renders the widget in a shadow root, where the page's style sheets do not apply.
   *
   * @default false
   */
  readonly enableShadowDOM?: boolean
}

/** The configuration with all defaults applied. */
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
