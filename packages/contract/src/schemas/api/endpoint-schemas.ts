import type { EndpointName, endpoints } from '../../api/endpoints.ts'
import { b2bDiscoverySchemas } from '../b2b/discovery.ts'
import { b2bImpersonationSchemas } from '../b2b/impersonation.ts'
import { b2bMagicLinkSchemas } from '../b2b/magic-links.ts'
import { b2bMemberSchemas } from '../b2b/members.ts'
import { b2bOAuthSchemas } from '../b2b/oauth.ts'
import { b2bOrganizationSchemas } from '../b2b/organization.ts'
import { b2bOtpSchemas } from '../b2b/otps.ts'
import { b2bPasswordSchemas } from '../b2b/passwords.ts'
import { b2bRecoveryCodeSchemas } from '../b2b/recovery-codes.ts'
import { b2bSelfSchemas } from '../b2b/self.ts'
import { b2bSessionSchemas } from '../b2b/sessions.ts'
import { b2bSsoSchemas } from '../b2b/sso.ts'
import { b2bSsoTestSchemas } from '../b2b/sso-test.ts'
import { b2bTotpSchemas } from '../b2b/totp.ts'
import type { EndpointSchemas } from '../core/exact.ts'
import { bootstrapSchemas } from './bootstrap.ts'
import { b2bConnectedAppSchemas } from './connected-apps.ts'
import { cryptoWalletSchemas } from './crypto-wallets.ts'
import { eventSchemas } from './events.ts'
import { b2bIdpSchemas, idpSchemas } from './idp.ts'
import { impersonationSchemas } from './impersonation.ts'
import { magicLinkSchemas } from './magic-links.ts'
import { oauthSchemas } from './oauth.ts'
import { otpSchemas } from './otps.ts'
import { passwordSchemas } from './passwords.ts'
import { protectionSchemas } from './protection.ts'
import { sessionSchemas } from './sessions.ts'
import { totpSchemas } from './totps.ts'
import { userSchemas } from './users.ts'
import { webauthnSchemas } from './webauthn.ts'

/** The schemas of the SDK API, by the names of `endpoints`. */
export const endpointSchemas: {
  readonly [Name in EndpointName]: EndpointSchemas<(typeof endpoints)[Name]>
} = {
  ...bootstrapSchemas,
  ...userSchemas,
  ...sessionSchemas,
  ...magicLinkSchemas,
  ...otpSchemas,
  ...oauthSchemas,
  ...cryptoWalletSchemas,
  ...totpSchemas,
  ...webauthnSchemas,
  ...passwordSchemas,
  ...impersonationSchemas,
  ...idpSchemas,
  ...eventSchemas,
  ...protectionSchemas,
  ...b2bDiscoverySchemas,
  ...b2bMagicLinkSchemas,
  ...b2bOtpSchemas,
  ...b2bTotpSchemas,
  ...b2bRecoveryCodeSchemas,
  ...b2bPasswordSchemas,
  ...b2bOAuthSchemas,
  ...b2bOrganizationSchemas,
  ...b2bSelfSchemas,
  ...b2bMemberSchemas,
  ...b2bSessionSchemas,
  ...b2bIdpSchemas,
  ...b2bConnectedAppSchemas,
  ...b2bImpersonationSchemas,
  ...b2bSsoSchemas,
  ...b2bSsoTestSchemas,
}
