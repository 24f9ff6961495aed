import type { RoleDisplayConfig } from '../members/members.config.ts'

/** How `SsoSetup` works. */
export interface SsoSetupConfig extends RoleDisplayConfig {
  /**
   * Renders the component in a shadow root, where the page's style sheets do not apply.
   *
   * @default false
   */
  readonly enableShadowDOM?: boolean
}
