import * as b2bConnectedApps from '../b2b/connected-apps.ts'
import * as b2bDiscovery from '../b2b/discovery.ts'
import * as b2bIdp from '../b2b/idp.ts'
import * as b2bImpersonation from '../b2b/impersonation.ts'
import * as b2bMagicLinks from '../b2b/magic-links.ts'
import * as b2bMembers from '../b2b/members.ts'
import * as b2bOAuth from '../b2b/oauth.ts'
import * as b2bOrganization from '../b2b/organization.ts'
import * as b2bOtps from '../b2b/otps.ts'
import * as b2bPasswords from '../b2b/passwords.ts'
import * as b2bRecoveryCodes from '../b2b/recovery-codes.ts'
import * as b2bSelf from '../b2b/self.ts'
import * as b2bSessions from '../b2b/sessions.ts'
import * as b2bSso from '../b2b/sso.ts'
import * as b2bSsoTest from '../b2b/sso-test.ts'
import * as b2bTotp from '../b2b/totp.ts'
import * as bootstrap from './bootstrap.ts'
import * as cryptoWallets from './crypto-wallets.ts'
import * as events from './events.ts'
import * as idp from './idp.ts'
import * as impersonation from './impersonation.ts'
import * as magicLinks from './magic-links.ts'
import * as oauth from './oauth.ts'
import * as otps from './otps.ts'
import * as passwords from './passwords.ts'
import * as protection from './protection.ts'
import * as sessions from './sessions.ts'
import * as totps from './totps.ts'
import * as users from './users.ts'
import * as webauthn from './webauthn.ts'

// Whole modules: every value that these files export is an endpoint, so that none can be missing here.
type Modules = typeof bootstrap &
  typeof users &
  typeof sessions &
  typeof magicLinks &
  typeof otps &
  typeof oauth &
  typeof cryptoWallets &
  typeof totps &
  typeof webauthn &
  typeof passwords &
  typeof impersonation &
  typeof idp &
  typeof events &
  typeof protection &
  typeof b2bDiscovery &
  typeof b2bMagicLinks &
  typeof b2bOtps &
  typeof b2bTotp &
  typeof b2bRecoveryCodes &
  typeof b2bPasswords &
  typeof b2bOAuth &
  typeof b2bOrganization &
  typeof b2bSelf &
  typeof b2bMembers &
  typeof b2bSessions &
  typeof b2bIdp &
  typeof b2bConnectedApps &
  typeof b2bImpersonation &
  typeof b2bSso &
  typeof b2bSsoTest

export type EndpointName = keyof Modules

/** Every endpoint of the SDK API by name. For servers and documentation; browsers import single literals. */
export const endpoints: { readonly [Name in EndpointName]: Modules[Name] } = {
  ...bootstrap,
  ...users,
  ...sessions,
  ...magicLinks,
  ...otps,
  ...oauth,
  ...cryptoWallets,
  ...totps,
  ...webauthn,
  ...passwords,
  ...impersonation,
  ...idp,
  ...events,
  ...protection,
  ...b2bDiscovery,
  ...b2bMagicLinks,
  ...b2bOtps,
  ...b2bTotp,
  ...b2bRecoveryCodes,
  ...b2bPasswords,
  ...b2bOAuth,
  ...b2bOrganization,
  ...b2bSelf,
  ...b2bMembers,
  ...b2bSessions,
  ...b2bIdp,
  ...b2bConnectedApps,
  ...b2bImpersonation,
  ...b2bSso,
  ...b2bSsoTest,
}
