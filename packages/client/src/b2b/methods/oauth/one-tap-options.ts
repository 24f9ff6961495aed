import type { OneTapPlacement } from '../../../methods/one-tap/one-tap-options.ts'

/** The options of a prompt that signs in to an organization. */
export interface MemberOneTapOptions extends OneTapPlacement {
  organization_id: string
  /**
   * The page that an existing member returns to.
   * @default the redirect URL of the project
   */
  login_redirect_url?: string
  /**
   * The page that a new member returns to.
   * @default the redirect URL of the project
   */
  signup_redirect_url?: string
}

/** The options of a prompt that signs in without an organization. */
export interface OneTapDiscoveryOptions extends OneTapPlacement {
  /**
   * The page that the person returns to, to choose an organization.
   * @default the redirect URL of the project
   */
  discovery_redirect_url?: string
}
