export type { BootstrapResponse, CaptchaSettings, PasswordConfig } from './bootstrap.ts'
export { projectsBootstrap } from './bootstrap.ts'
export { brand, cookieNames, sdkIdentifier, sessionClaim, tokenTypeParameter } from './brand.ts'
export { constants, limits, widgetConstants } from './constants.ts'
export type {
  Endpoint,
  HttpMethod,
  JsonObject,
  JsonValue,
  Ok,
  Protection,
  RequestOf,
  ResponseOf,
  SessionDuration,
} from './endpoint.ts'
export { sdkPath } from './endpoint.ts'
export type {
  AuthenticationFactor,
  BiometricRegistration,
  CryptoWalletRegistration,
  FactorType,
  Name,
  OAuthRegistration,
  Session,
  TotpRegistration,
  User,
  UserEmail,
  UserPassword,
  UserPhoneNumber,
  WebauthnRegistration,
} from './entities.ts'
export type { ErrorBody, ErrorType, KnownErrorType, SchemaIssue } from './errors.ts'
export { errorMessage, errorTable, unrecoverableErrorTypes } from './errors.ts'
export type { ClientTelemetry, TelemetryEvent } from './events.ts'
export { events } from './events.ts'
export type {
  MagicLinksAuthenticateRequest,
  MagicLinksAuthenticateResponse,
  MagicLinksEmailOptions,
  MagicLinksEmailRequest,
} from './magic-links.ts'
export {
  magicLinksAuthenticate,
  magicLinksEmailLoginOrCreate,
  magicLinksEmailSendPrimary,
  magicLinksEmailSendSecondary,
} from './magic-links.ts'
export type {
  OtpsAuthenticateRequest,
  OtpsAuthenticateResponse,
  OtpsEmailOptions,
  OtpsEmailRequest,
  OtpsSendResponse,
  OtpsSmsOptions,
  OtpsSmsRequest,
  OtpsWhatsappOptions,
  OtpsWhatsappRequest,
} from './otps.ts'
export {
  otpsAuthenticate,
  otpsEmailLoginOrCreate,
  otpsEmailSendPrimary,
  otpsEmailSendSecondary,
  otpsSmsLoginOrCreate,
  otpsSmsSendPrimary,
  otpsSmsSendSecondary,
  otpsWhatsappLoginOrCreate,
  otpsWhatsappSendPrimary,
  otpsWhatsappSendSecondary,
} from './otps.ts'
export type {
  AuthFlowType,
  CryptoWalletType,
  DfpMode,
  OAuthProvider,
  OneTapFailureReason,
  OneTapPosition,
  OtpMethod,
  Product,
  RedirectType,
  StandardScope,
  TokenType,
  Vertical,
  WalletOption,
} from './products.ts'
export {
  authFlowTypes,
  cryptoWalletTypes,
  dfpModes,
  oauthProviders,
  oneTapFailureReasons,
  oneTapPositions,
  otpMethods,
  products,
  redirectTypes,
  standardScopes,
  tokenTypes,
  verticals,
  walletOptions,
} from './products.ts'
export type { PermissionMap, RbacPermission, RbacPolicy, RbacResource, RbacRole, RbacScope } from './rbac.ts'
export { allPermissions, isAuthorized } from './rbac.ts'
export type {
  AuthenticateResponse,
  SessionsAttestRequest,
  SessionsAuthenticateRequest,
  SessionsExchangeAccessTokenRequest,
} from './sessions.ts'
export { sessionsAttest, sessionsAuthenticate, sessionsExchangeAccessToken, sessionsRevoke } from './sessions.ts'
export type {
  ConnectedApp,
  UsersConnectedAppsResponse,
  UsersDeleteResponse,
  UsersGetResponse,
  UsersSearchRequest,
  UsersSearchResponse,
  UsersUpdateRequest,
  UsersUpdateResponse,
  UserType,
} from './users.ts'
export {
  usersConnectedApps,
  usersDeleteBiometricRegistration,
  usersDeleteCryptoWallet,
  usersDeleteEmail,
  usersDeleteOAuthRegistration,
  usersDeletePhoneNumber,
  usersDeleteTotp,
  usersDeleteWebauthnRegistration,
  usersGet,
  usersRevokeConnectedApp,
  usersSearch,
  usersUpdate,
} from './users.ts'
