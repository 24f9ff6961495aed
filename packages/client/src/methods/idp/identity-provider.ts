import type {
  OAuthAuthorizeStartRequest,
  OAuthAuthorizeStartResponse,
  OAuthLogoutStartRequest,
  OAuthLogoutStartResponse,
} from '@latchkey/contract'
import type { OAuthAuthorizeSubmitOptions } from './submit-authorize.ts'

/** For the consent page of a project that is an identity provider for other applications. */
export interface IdentityProvider<Start = OAuthAuthorizeStartResponse> {
  /** Fetches what an application requests, and what the user may grant. */
  oauthAuthorizeStart(options: OAuthAuthorizeStartRequest): Promise<Start>
  /** Navigates to the application, with the consent or the denial of the user. */
  oauthAuthorizeSubmit(options: OAuthAuthorizeSubmitOptions): Promise<void>
  /** Fetches whether the user has to confirm a logout that an application requests. */
  oauthLogoutStart(options: OAuthLogoutStartRequest): Promise<OAuthLogoutStartResponse>
}
