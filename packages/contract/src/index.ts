export type { BootstrapResponse, CaptchaSettings, PasswordConfig } from './api/bootstrap.ts'
export { projectsBootstrap } from './api/bootstrap.ts'
export type {
  CryptoWalletsAuthenticateRequest,
  CryptoWalletsAuthenticateStartRequest,
  CryptoWalletsAuthenticateStartResponse,
  SiweParams,
} from './api/crypto-wallets.ts'
export {
  cryptoWalletsAuthenticate,
  cryptoWalletsAuthenticateStartPrimary,
  cryptoWalletsAuthenticateStartSecondary,
} from './api/crypto-wallets.ts'
export type { ClientTelemetry, TelemetryEvent } from './api/events.ts'
export { events } from './api/events.ts'
export type {
  ExamplePhoneNumber,
  ExamplePhoneNumberRequest,
  FrameAnswer,
  FrameCalls,
  FrameMethod,
  FrameRequest,
  OneTapStart,
  OneTapStartRequest,
  OneTapSubmit,
  OneTapSubmitRequest,
  ParsedPhoneNumber,
  ParsedPhoneNumberRequest,
} from './api/frame.ts'
export { frameMethods, framePath } from './api/frame.ts'
export {
  idpOAuthAuthorizeStart,
  idpOAuthAuthorizeSubmit,
  oauthAuthorize,
  oauthAuthorizeStart,
  oauthLogoutStart,
} from './api/idp.ts'
export type { ImpersonationAuthenticateRequest } from './api/impersonation.ts'
export { impersonationAuthenticate } from './api/impersonation.ts'
export type {
  MagicLinksAuthenticateRequest,
  MagicLinksAuthenticateResponse,
  MagicLinksEmailOptions,
  MagicLinksEmailRequest,
  MagicLinksInspectRequest,
  MagicLinksInspectResponse,
} from './api/magic-links.ts'
export {
  magicLinksAuthenticate,
  magicLinksEmailLoginOrCreate,
  magicLinksEmailSendPrimary,
  magicLinksEmailSendSecondary,
  magicLinksInspect,
} from './api/magic-links.ts'
export type {
  OAuthAttachRequest,
  OAuthAttachResponse,
  OAuthAuthenticateRequest,
  OAuthAuthenticateResponse,
  OAuthStartQuery,
} from './api/oauth.ts'
export { oauthAttach, oauthAuthenticate } from './api/oauth.ts'
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
} from './api/otps.ts'
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
} from './api/otps.ts'
export type {
  PasswordsAuthenticateRequest,
  PasswordsCreateRequest,
  PasswordsCreateResponse,
  PasswordsEmailResetRequest,
  PasswordsEmailResetStartOptions,
  PasswordsEmailResetStartRequest,
  PasswordsExistingPasswordResetRequest,
  PasswordsSessionResetRequest,
  PasswordsStrengthCheckRequest,
  PasswordsStrengthCheckResponse,
} from './api/passwords.ts'
export {
  passwordsAuthenticate,
  passwordsCreate,
  passwordsEmailReset,
  passwordsEmailResetStart,
  passwordsExistingPasswordReset,
  passwordsSessionReset,
  passwordsStrengthCheck,
} from './api/passwords.ts'
export type {
  CaptchaChallengeRequest,
  CaptchaChallengeResponse,
  CaptchaSolution,
  DeviceReport,
  DeviceReportRequest,
  DeviceReportResponse,
} from './api/protection.ts'
export { captchaChallenge, deviceReport } from './api/protection.ts'
export type {
  AuthenticateResponse,
  SessionsAttestRequest,
  SessionsAuthenticateRequest,
  SessionsExchangeAccessTokenRequest,
} from './api/sessions.ts'
export { sessionsAttest, sessionsAuthenticate, sessionsExchangeAccessToken, sessionsRevoke } from './api/sessions.ts'
export type {
  TotpRecoveryCodes,
  TotpsAuthenticateRequest,
  TotpsAuthenticateResponse,
  TotpsCreateRequest,
  TotpsCreateResponse,
  TotpsRecoverRequest,
  TotpsRecoveryCodesResponse,
} from './api/totps.ts'
export { totpsAuthenticate, totpsCreate, totpsRecover, totpsRecoveryCodes } from './api/totps.ts'
export type {
  UsersConnectedAppsResponse,
  UsersDeleteResponse,
  UsersGetResponse,
  UsersSearchRequest,
  UsersSearchResponse,
  UsersUpdateRequest,
  UsersUpdateResponse,
  UserType,
} from './api/users.ts'
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
} from './api/users.ts'
export type {
  WebauthnAuthenticateRequest,
  WebauthnAuthenticateResponse,
  WebauthnAuthenticateStartRequest,
  WebauthnAuthenticateStartResponse,
  WebauthnAuthenticatorType,
  WebauthnRegisterRequest,
  WebauthnRegisterStartRequest,
  WebauthnRegisterStartResponse,
  WebauthnUpdateRequest,
  WebauthnUpdateResponse,
} from './api/webauthn.ts'
export {
  webauthnAuthenticate,
  webauthnAuthenticateStartPrimary,
  webauthnAuthenticateStartSecondary,
  webauthnRegister,
  webauthnRegisterStart,
  webauthnUpdate,
} from './api/webauthn.ts'
export { allPermissions } from './core/all-permissions.ts'
export {
  brandName,
  brandPrefix,
  brandWebsite,
  cookieNames,
  defaultHosts,
  errorDocsPath,
  landingErrorParameter,
  reservedClaims,
  sdkIdentifier,
  sessionClaim,
  sessionCookieName,
  tokenTypeParameter,
  vendorEmailDomain,
} from './core/brand.ts'
export { longestCaptchaSalt, mostCaptchaNumbers } from './core/captcha-bounds.ts'
export {
  captchaLoginAction,
  debounceMs,
  eventBatchSize,
  eventFlushIntervalMs,
  intermediateSessionTokenMinutes,
  magicLinkLoginExpirationMinutes,
  magicLinkSignupExpirationMinutes,
  oneTapCancelOnTapOutside,
  otpExpirationMinutes,
  passcodeLength,
  retryAttemptCap,
  retryBaseMs,
  retryJitterMs,
  sdkVersion,
  sessionDurationMinutes,
  sessionRefreshIntervalMs,
} from './core/constants.ts'
export type {
  Endpoint,
  HttpMethod,
  JsonObject,
  JsonValue,
  Ok,
  PathParameterOf,
  Protection,
  RequestOf,
  ResponseOf,
  SessionDuration,
} from './core/endpoint.ts'
export { sdkPath } from './core/endpoint.ts'
export type {
  AuthenticationFactor,
  BiometricRegistration,
  CryptoWalletRegistration,
  FactorType,
  InitialState,
  Name,
  OAuthProviderValues,
  OAuthRegistration,
  Session,
  TotpRegistration,
  User,
  UserEmail,
  UserPassword,
  UserPhoneNumber,
  WebauthnRegistration,
} from './core/entities.ts'
export type { ErrorBody, ErrorType, KnownErrorType, SchemaIssue } from './core/errors.ts'
export { errorMessage, errorTable, unrecoverableErrorTypes } from './core/errors.ts'
export type { IdentityProviderName } from './core/identity-provider-names.ts'
export { identityProviderNames } from './core/identity-provider-names.ts'
export type {
  ClientType,
  ConnectedApp,
  IdpClient,
  IdpOAuthAuthorizeStartRequest,
  IdpOAuthAuthorizeStartResponse,
  IdpOAuthAuthorizeSubmitRequest,
  IdpOAuthAuthorizeSubmitResponse,
  OAuthAuthorizeForm,
  OAuthAuthorizeStartRequest,
  OAuthAuthorizeStartResponse,
  OAuthLogoutStartRequest,
  OAuthLogoutStartResponse,
  ScopeResult,
} from './core/idp.ts'
export { limits } from './core/limits.ts'
export type { OAuthProvider } from './core/oauth-providers.ts'
export { oauthProviders } from './core/oauth-providers.ts'
export { oauthStartPath } from './core/oauth-start-path.ts'
export type { LudsRequirements, StrengthPolicy } from './core/password-strength.ts'
export type {
  AuthFlowType,
  B2bMfaProduct,
  B2bOAuthProvider,
  B2bProduct,
  B2bScreen,
  CryptoWalletType,
  DfpMode,
  OneTapFailureReason,
  OneTapPosition,
  OtpMethod,
  Product,
  RedirectType,
  StandardScope,
  TokenType,
  Vertical,
  WalletOption,
} from './core/products.ts'
export {
  authFlowTypes,
  b2bMfaProducts,
  b2bOAuthProviders,
  b2bProducts,
  b2bScreens,
  cryptoWalletTypes,
  dfpModes,
  oneTapFailureReasons,
  oneTapPositions,
  otpMethods,
  products,
  redirectTypes,
  standardScopes,
  tokenTypes,
  verticals,
  walletOptions,
} from './core/products.ts'
export type { PermissionMap, RbacPermission, RbacPolicy, RbacResource, RbacRole, RbacScope } from './core/rbac.ts'
export { isAuthorized } from './core/rbac.ts'
export {
  buttonHeightPx,
  codeSentLabelMs,
  containerWidthPx,
  countdownTickMs,
  defaultCountry,
  defaultResponseType,
  defaultScope,
  fetchDedupeMs,
  fetchErrorRetryMs,
  fetchErrorRetrySlowMs,
  fontSizePx,
  inputHeightPx,
  logoMaxHeightPx,
  logoMaxWidthPx,
  mainScreenButtonCap,
  oneTapHeightPx,
  oneTapResizeDebounceMs,
  passkeyAutofillRetries,
  phoneParseDisplayTimeoutMs,
  phoneParseSubmitTimeoutMs,
  phonePlaceholder,
  toastDurationMs,
  toastsKept,
  toastWidthPx,
  verifyingProgressMs,
} from './core/screen-constants.ts'
export type { SdkErrorKind } from './core/sdk-errors.ts'
export { defaultSdkErrorKind, sdkErrorMessage, sdkErrorTable } from './core/sdk-errors.ts'
