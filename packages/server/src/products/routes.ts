import type { Route } from '../core/route.ts'
import type { Page } from '../http/page.ts'
import { identityProviderPages, identityProviderRoutes } from '../oidc-provider/oidc-provider.routes.ts'
import { attestationRoutes } from './attestation/attestation.routes.ts'
import { memberRoutes } from './b2b/members.routes.ts'
import { bootstrapRoutes } from './bootstrap/bootstrap.routes.ts'
import { carrierHookPages } from './carrier-hooks/carrier-hooks.pages.ts'
import { cryptoWalletRoutes } from './crypto-wallets/crypto-wallets.routes.ts'
import { eventRoutes } from './events/events.routes.ts'
import { impersonationRoutes } from './impersonation/impersonation.routes.ts'
import { landingPage } from './magic-links/landing.ts'
import { magicLinkRoutes } from './magic-links/magic-links.routes.ts'
import { oauthPages, oauthRoutes } from './oauth/oauth.routes.ts'
import { otpRoutes } from './otps/otps.routes.ts'
import { passwordRoutes } from './passwords/passwords.routes.ts'
import { protectionRoutes } from './protection/protection.routes.ts'
import { jwksPage } from './sessions/jwks.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'
import { totpRoutes } from './totps/totps.routes.ts'
import { allowNetworkPage } from './users/allow-network.page.ts'
import { userRoutes } from './users/users.routes.ts'
import { relatedOriginsPage } from './webauthn/related-origins.ts'
import { webauthnRoutes } from './webauthn/webauthn.routes.ts'

/** Everything that is built. */
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
  ...protectionRoutes,
  ...eventRoutes,
]

export const pages: readonly Page[] = [
  jwksPage,
  landingPage,
  allowNetworkPage,
  relatedOriginsPage,
  ...oauthPages,
  ...identityProviderPages,
  ...carrierHookPages,
]
