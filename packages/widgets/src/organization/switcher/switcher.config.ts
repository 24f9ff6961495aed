import type { SessionOptions } from '../../config/login.config.ts'

/** How `OrganizationSwitcher` works. */
export interface OrganizationSwitcherConfig {
  /**
   * `menu`: a button that opens the list. `list`: the list, for a page of its own.
   *
   * @default 'menu'
   */
  readonly layout?: 'menu' | 'list'
  /**
   * The edge of the button with which the menu is aligned.
   *
   * @default 'start'
   */
  readonly align?: 'start' | 'end'
  readonly sessionOptions?: SessionOptions
  readonly ssoOptions?: {
    /** Where the identity provider sends a member. Defaults to the redirect URL of the project. */
    readonly loginRedirectURL?: string
    readonly signupRedirectURL?: string
  }
  /**
   * Renders the component in a shadow root, where the page's style sheets do not apply.
   *
   * @default false
   */
  readonly enableShadowDOM?: boolean
}
