export type { B2bMembersSearchRequest, B2bMembersSearchResponse, FoundMember, MemberStatus } from './b2b/members.ts'
export { b2bMembersSearch } from './b2b/members.ts'
export type { BootstrapResponse, CaptchaSettings, PasswordConfig } from './bootstrap.ts'
export { projectsBootstrap } from './bootstrap.ts'
export {
  brandName,
  brandPrefix,
  brandWebsite,
  cookieNames,
  defaultHosts,
  errorDocsPath,
  landingErrorParameter,
  sdkIdentifier,
  sessionClaim,
  tokenTypeParameter,
  vendorEmailDomain,
} from './brand.ts'
export { longestCaptchaSalt, mostCaptchaNumbers } from './captcha-bounds.ts'
export {
  buttonHeightPx,
  captchaLoginAction,
  codeSentLabelMs,
  containerWidthPx,
  countdownTickMs,
  debounceMs,
  defaultCountry,
  defaultResponseType,
  defaultScope,
  eventBatchSize,
  eventFlushIntervalMs,
  fetchDedupeMs,
  fetchErrorRetryMs,
  fetchErrorRetrySlowMs,
  fontSizePx,
  inputHeightPx,
  intermediateSessionTokenMinutes,
  limits,
  logoMaxHeightPx,
  logoMaxWidthPx,
  magicLinkLoginExpirationMinutes,
  magicLinkSignupExpirationMinutes,
  mainScreenButtonCap,
  oneTapCancelOnTapOutside,
  oneTapHeightPx,
  oneTapResizeDebounceMs,
  otpExpirationMinutes,
  passcodeLength,
  passkeyAutofillRetries,
  phoneParseDisplayTimeoutMs,
  phoneParseSubmitTimeoutMs,
  phonePlaceholder,
  retryAttemptCap,
  retryBaseMs,
  retryJitterMs,
  sdkVersion,
  sessionDurationMinutes,
  sessionRefreshIntervalMs,
  toastDurationMs,
  toastsKept,
  toastWidthPx,
  verifyingProgressMs,
} from './constants.ts'
export type {
  CryptoWalletsAuthenticateRequest,
  CryptoWalletsAuthenticateStartRequest,
  CryptoWalletsAuthenticateStartResponse,
  SiweParams,
} from './crypto-wallets.ts'
export {
  cryptoWalletsAuthenticate,
  cryptoWalletsAuthenticateStartPrimary,
  cryptoWalletsAuthenticateStartSecondary,
} from './crypto-wallets.ts'
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
export { oauthStartPath, sdkPath } from './endpoint.ts'
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
} from './frame.ts'
export { frameMethods, framePath } from './frame.ts'
export type {
  ClientType,
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
} from './idp.ts'
export {
  idpOAuthAuthorizeStart,
  idpOAuthAuthorizeSubmit,
  oauthAuthorize,
  oauthAuthorizeStart,
  oauthLogoutStart,
} from './idp.ts'
export type { ImpersonationAuthenticateRequest } from './impersonation.ts'
export { impersonationAuthenticate } from './impersonation.ts'
export type {
  MagicLinksAuthenticateRequest,
  MagicLinksAuthenticateResponse,
  MagicLinksEmailOptions,
  MagicLinksEmailRequest,
  MagicLinksInspectRequest,
  MagicLinksInspectResponse,
} from './magic-links.ts'
export {
  magicLinksAuthenticate,
  magicLinksEmailLoginOrCreate,
  magicLinksEmailSendPrimary,
  magicLinksEmailSendSecondary,
  magicLinksInspect,
} from './magic-links.ts'
export type {
  OAuthAttachRequest,
  OAuthAttachResponse,
  OAuthAuthenticateRequest,
  OAuthAuthenticateResponse,
  OAuthProviderValues,
  OAuthStartQuery,
} from './oauth.ts'
export { oauthAttach, oauthAuthenticate } from './oauth.ts'
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
  LudsRequirements,
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
  StrengthPolicy,
} from './passwords.ts'
export {
  passwordsAuthenticate,
  passwordsCreate,
  passwordsEmailReset,
  passwordsEmailResetStart,
  passwordsExistingPasswordReset,
  passwordsSessionReset,
  passwordsStrengthCheck,
} from './passwords.ts'
export type {
  AuthFlowType,
  B2bMfaProduct,
  B2bOAuthProvider,
  B2bProduct,
  B2bScreen,
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
  b2bMfaProducts,
  b2bOAuthProviders,
  b2bProducts,
  b2bScreens,
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
export type {
  CaptchaChallengeRequest,
  CaptchaChallengeResponse,
  CaptchaSolution,
  DeviceReport,
  DeviceReportRequest,
  DeviceReportResponse,
} from './protection.ts'
export { captchaChallenge, deviceReport } from './protection.ts'
export type { PermissionMap, RbacPermission, RbacPolicy, RbacResource, RbacRole, RbacScope } from './rbac.ts'
export { allPermissions, isAuthorized } from './rbac.ts'
export type { SdkErrorKind } from './sdk-errors.ts'
export { defaultSdkErrorKind, sdkErrorMessage, sdkErrorTable } from './sdk-errors.ts'
export type {
  AuthenticateResponse,
  SessionsAttestRequest,
  SessionsAuthenticateRequest,
  SessionsExchangeAccessTokenRequest,
} from './sessions.ts'
export { sessionsAttest, sessionsAuthenticate, sessionsExchangeAccessToken, sessionsRevoke } from './sessions.ts'
export type {
  TotpRecoveryCodes,
  TotpsAuthenticateRequest,
  TotpsAuthenticateResponse,
  TotpsCreateRequest,
  TotpsCreateResponse,
  TotpsRecoverRequest,
  TotpsRecoveryCodesResponse,
} from './totps.ts'
export { totpsAuthenticate, totpsCreate, totpsRecover, totpsRecoveryCodes } from './totps.ts'
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
} from './webauthn.ts'
export {
  webauthnAuthenticate,
  webauthnAuthenticateStartPrimary,
  webauthnAuthenticateStartSecondary,
  webauthnRegister,
  webauthnRegisterStart,
  webauthnUpdate,
} from './webauthn.ts'
