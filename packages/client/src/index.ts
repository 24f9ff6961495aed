export type {
  AuthenticateResponse,
  AuthenticationFactor,
  ConnectedApp,
  ErrorType,
  MagicLinksAuthenticateResponse,
  MagicLinksEmailOptions,
  Ok,
  OtpsAuthenticateResponse,
  OtpsEmailOptions,
  OtpsSendResponse,
  OtpsSmsOptions,
  OtpsWhatsappOptions,
  PermissionMap,
  SchemaIssue,
  Session,
  SessionDuration,
  SessionsAttestRequest,
  SessionsAuthenticateRequest,
  SessionsExchangeAccessTokenRequest,
  User,
  UsersConnectedAppsResponse,
  UsersDeleteResponse,
  UsersGetResponse,
  UsersSearchResponse,
  UsersUpdateRequest,
  UsersUpdateResponse,
  UserType,
} from '@latchkey/contract'
export type { Bootstrap } from './bootstrap/bootstrap.ts'
export type { BootstrapData } from './bootstrap/bootstrap-data.ts'
export type { ClientContext } from './context.ts'
export { createContext } from './context.ts'
export type { ApiError, LatchkeyErrorKind, SchemaError, UnreachableError, UsageError } from './core/errors.ts'
export { isLatchkeyError, LatchkeyError } from './core/errors.ts'
export type { Unsubscribe } from './core/store.ts'
export type { AuthenticatedByUrl, Client, ParsedAuthenticateUrl } from './create-client.ts'
export { createClient } from './create-client.ts'
export type { MagicLinks } from './methods/magic-links/magic-links.ts'
export { createMagicLinks } from './methods/magic-links/magic-links.ts'
export type { OtpChannel, Otps } from './methods/otps/otps.ts'
export { createOtps } from './methods/otps/otps.ts'
export type { Rbac } from './methods/rbac/rbac.ts'
export { createRbac } from './methods/rbac/rbac.ts'
export type { Sessions, SessionTokens } from './methods/sessions/sessions.ts'
export { createSessions } from './methods/sessions/sessions.ts'
export type { Users } from './methods/users/users.ts'
export { createUsers } from './methods/users/users.ts'
export type { ClientCallbacks, ClientOptions, CookieOptions, DomainOptions } from './options.ts'
export type { CaptchaPort, TelemetryIdPort } from './protection/ports.ts'
export type { PublicState } from './session/session-state.ts'
