export type {
  AuthenticateResponse,
  AuthenticationFactor,
  ConnectedApp,
  CryptoWalletsAuthenticateRequest,
  CryptoWalletsAuthenticateStartRequest,
  CryptoWalletsAuthenticateStartResponse,
  ErrorType,
  ImpersonationAuthenticateRequest,
  MagicLinksAuthenticateResponse,
  MagicLinksEmailOptions,
  OAuthAttachResponse,
  OAuthAuthenticateResponse,
  OAuthAuthorizeStartRequest,
  OAuthAuthorizeStartResponse,
  OAuthLogoutStartRequest,
  OAuthLogoutStartResponse,
  OAuthProvider,
  OAuthProviderValues,
  Ok,
  OneTapFailureReason,
  OneTapPosition,
  OtpsAuthenticateResponse,
  OtpsEmailOptions,
  OtpsSendResponse,
  OtpsSmsOptions,
  OtpsWhatsappOptions,
  PasswordsAuthenticateRequest,
  PasswordsCreateRequest,
  PasswordsCreateResponse,
  PasswordsEmailResetRequest,
  PasswordsEmailResetStartRequest,
  PasswordsExistingPasswordResetRequest,
  PasswordsSessionResetRequest,
  PasswordsStrengthCheckRequest,
  PasswordsStrengthCheckResponse,
  PermissionMap,
  SchemaIssue,
  SdkErrorKind,
  Session,
  SessionDuration,
  SessionsAttestRequest,
  SessionsAuthenticateRequest,
  SessionsExchangeAccessTokenRequest,
  SiweParams,
  TotpRecoveryCodes,
  TotpsAuthenticateRequest,
  TotpsAuthenticateResponse,
  TotpsCreateRequest,
  TotpsCreateResponse,
  TotpsRecoverRequest,
  TotpsRecoveryCodesResponse,
  User,
  UsersConnectedAppsResponse,
  UsersDeleteResponse,
  UsersGetResponse,
  UsersSearchResponse,
  UsersUpdateRequest,
  UsersUpdateResponse,
  UserType,
  WebauthnAuthenticateResponse,
  WebauthnAuthenticatorType,
  WebauthnUpdateRequest,
  WebauthnUpdateResponse,
} from '@latchkey/contract'
export type { Bootstrap } from './bootstrap/bootstrap.ts'
export type { BootstrapData } from './bootstrap/bootstrap-data.ts'
export type { ClientContext } from './context/context.ts'
export { createContext } from './context/context.ts'
export type { AuthenticatedByUrl, ParsedAuthenticateUrl } from './context/open-client.ts'
export type { ApiError, LatchkeyErrorKind, SchemaError, SdkError, UnreachableError, UsageError } from './core/errors.ts'
export { isLatchkeyError, LatchkeyError } from './core/errors.ts'
export type {
  CaptchaPort,
  ClientCallbacks,
  ClientOptions,
  CookieOptions,
  DomainOptions,
  PublicState,
  PublicToken,
  TelemetryIdPort,
} from './core/options.ts'
export type { Unsubscribe } from './core/store.ts'
export type { Client } from './create-client.ts'
export { createClient } from './create-client.ts'
export type { OptionsOf } from './methods/create-call.ts'
export { createCryptoWallets } from './methods/crypto-wallets/crypto-wallets.ts'
export type { CryptoWallets } from './methods/crypto-wallets/crypto-wallets-calls.ts'
export type { IdentityProvider } from './methods/idp/identity-provider.ts'
export { createIdentityProvider } from './methods/idp/idp.ts'
export type { OAuthAuthorizeSubmitOptions } from './methods/idp/submit-authorize.ts'
export type { Impersonation } from './methods/impersonation/impersonation.ts'
export { createImpersonation } from './methods/impersonation/impersonation.ts'
export type { MagicLinks } from './methods/magic-links/magic-links.ts'
export { createMagicLinks } from './methods/magic-links/magic-links.ts'
export type { OAuth, OAuthStart, OAuthStartOptions } from './methods/oauth/oauth.ts'
export { createOAuth } from './methods/oauth/oauth.ts'
export type {
  OneTap,
  OneTapCreation,
  OneTapFailure,
  OneTapOptions,
  OneTapPlace,
  OneTapPrompt,
  OneTapResult,
} from './methods/one-tap/one-tap.ts'
export { createOneTap } from './methods/one-tap/one-tap.ts'
export type { OtpChannel, Otps } from './methods/otps/otps.ts'
export { createOtps } from './methods/otps/otps.ts'
export type { Passwords } from './methods/passwords/passwords.ts'
export { createPasswords } from './methods/passwords/passwords.ts'
export type { Rbac } from './methods/rbac/rbac.ts'
export { createRbac } from './methods/rbac/rbac.ts'
export type { Sessions, SessionTokens } from './methods/sessions/sessions.ts'
export { createSessions } from './methods/sessions/sessions.ts'
export { createTotps } from './methods/totps/totps.ts'
export type { Totps } from './methods/totps/totps-calls.ts'
export type { Users } from './methods/users/users.ts'
export { createUsers } from './methods/users/users.ts'
export { createWebauthn } from './methods/webauthn/webauthn.ts'
export type {
  Webauthn,
  WebauthnAuthenticateOptions,
  WebauthnRegisterOptions,
} from './methods/webauthn/webauthn-types.ts'
