/**
 * How the identity-provider widget works. Nothing of it has to be said.
 *
 * @example
 * const config: IdentityProviderConfig = { enableShadowDOM: true }
 */
export interface IdentityProviderConfig {
  /** Draws the widget in a shadow root, out of reach of the page's style sheets. Off where nothing is said. */
  readonly enableShadowDOM?: boolean
}
