import type { RoleDisplayConfig } from '../members/members.config.ts'

/** A way to log in, as the wire of the admin portal names it. */
export type PortalAuthMethod =
  | 'emailMagicLinks'
  | 'emailOtp'
  | 'sso'
  | 'password'
  | 'oauthGoogle'
  | 'oauthMicrosoft'
  | 'oauthHubspot'
  | 'oauthSlack'
  | 'oauthGithub'

/** How `OrganizationSettings` works. */
export interface OrganizationSettingsConfig extends RoleDisplayConfig {
  /** The ways to log in that can be chosen. Those that are allowed already are shown too. Defaults to all. */
  readonly allowedAuthMethods?: readonly PortalAuthMethod[]
  /** The same for second steps. */
  readonly allowedMfaAuthMethods?: readonly ('smsOtp' | 'totp')[]
  /**
   * Renders the component in a shadow root, where the page's style sheets do not apply.
   *
   * @default false
   */
  readonly enableShadowDOM?: boolean
}
