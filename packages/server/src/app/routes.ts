import type { Route } from '../core/route.ts'
import type { Page } from '../http/page.ts'
import { identityProviderPages, identityProviderRoutes } from '../oidc-provider/oidc-provider.routes.ts'
import { memberAttestationRoutes } from '../products/attestation/attestation.business.routes.ts'
import { attestationRoutes } from '../products/attestation/attestation.routes.ts'
import { memberRoutes } from '../products/b2b/members.routes.ts'
import { bootstrapRoutes } from '../products/bootstrap/bootstrap.routes.ts'
import { carrierHookPages } from '../products/carrier-hooks/carrier-hooks.pages.ts'
import { cryptoWalletRoutes } from '../products/crypto-wallets/crypto-wallets.routes.ts'
import { discoveryRoutes } from '../products/discovery/discovery.routes.ts'
import { eventRoutes } from '../products/events/events.routes.ts'
import { memberImpersonationRoutes } from '../products/impersonation/impersonation.business.routes.ts'
import { impersonationRoutes } from '../products/impersonation/impersonation.routes.ts'
import { landingPage } from '../products/magic-links/landing.ts'
import { memberLinkRoutes } from '../products/magic-links/magic-links.business.routes.ts'
import { magicLinkRoutes } from '../products/magic-links/magic-links.routes.ts'
import { organizationMemberRoutes } from '../products/members/members.routes.ts'
import { memberOAuthRoutes } from '../products/oauth/oauth.business.routes.ts'
import { oauthPages, oauthRoutes } from '../products/oauth/oauth.routes.ts'
import { organizationRoutes } from '../products/organizations/organizations.routes.ts'
import { memberCodeRoutes } from '../products/otps/otps.business.routes.ts'
import { otpRoutes } from '../products/otps/otps.routes.ts'
import { memberPasswordRoutes } from '../products/passwords/passwords.business.routes.ts'
import { passwordRoutes } from '../products/passwords/passwords.routes.ts'
import { protectionRoutes } from '../products/protection/protection.routes.ts'
import { selfRoutes } from '../products/self/self.routes.ts'
import { jwksPage } from '../products/sessions/jwks.ts'
import { memberSessionRoutes } from '../products/sessions/sessions.business.routes.ts'
import { sessionRoutes } from '../products/sessions/sessions.routes.ts'
import { ssoSignInPages, ssoSignInRoutes } from '../products/sso/sign-in.routes.ts'
import { ssoPages, ssoRoutes } from '../products/sso/sso.routes.ts'
import { memberTotpRoutes } from '../products/totps/totps.business.routes.ts'
import { totpRoutes } from '../products/totps/totps.routes.ts'
import { allowNetworkPage } from '../products/users/allow-network.page.ts'
import { memberAppRoutes } from '../products/users/connected-apps.business.routes.ts'
import { userRoutes } from '../products/users/users.routes.ts'
import { relatedOriginsPage } from '../products/webauthn/related-origins.ts'
import { webauthnRoutes } from '../products/webauthn/webauthn.routes.ts'

/** All implemented routes. */
export const routes: readonly Route[] = [
  ...bootstrapRoutes,
  ...userRoutes,
  ...sessionRoutes,
  ...magicLinkRoutes,
  ...otpRoutes,
  ...passwordRoutes,
  ...oauthRoutes,
  ...totpRoutes,
  ...cryptoWalletRoutes,
  ...webauthnRoutes,
  ...impersonationRoutes,
  ...identityProviderRoutes,
  ...attestationRoutes,
  ...memberRoutes,
  ...organizationRoutes,
  // Before the members: their paths have the id of a member where these have a word.
  ...selfRoutes,
  ...memberTotpRoutes,
  ...organizationMemberRoutes,
  ...memberAppRoutes,
  ...memberSessionRoutes,
  ...memberAttestationRoutes,
  ...discoveryRoutes,
  ...memberLinkRoutes,
  ...memberCodeRoutes,
  ...memberPasswordRoutes,
  ...memberOAuthRoutes,
  ...ssoSignInRoutes,
  ...memberImpersonationRoutes,
  ...ssoRoutes,
  ...protectionRoutes,
  ...eventRoutes,
]

export const pages: readonly Page[] = [
  jwksPage,
  landingPage,
  allowNetworkPage,
  relatedOriginsPage,
  ...oauthPages,
  ...ssoSignInPages,
  ...ssoPages,
  ...identityProviderPages,
  ...carrierHookPages,
]
