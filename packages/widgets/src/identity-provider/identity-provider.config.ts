/**
 * How the identity-provider widget works. Every option may be left out.
 *
 * @example
 * const config: IdentityProviderConfig = { loginURL: '/login' }
 */
export interface IdentityProviderConfig {
  /**
   * Your login page, absolute or relative to the current page. A signed-out user gets a button that leads there, with
   * the URL to return to in the query parameter `return_to`. Without it, the user has to sign in another way.
   */
  readonly loginURL?: string
  /**
   * Renders the widget in a shadow root, where the page's style sheets do not apply.
   *
   * @default false
   */
  readonly enableShadowDOM?: boolean
}
