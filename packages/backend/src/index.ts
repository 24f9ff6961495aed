export type {
  ApiError,
  ForbiddenError,
  LatchkeyErrorKind,
  UnreachableError,
  UsageError,
} from './http/errors.ts'
export { isLatchkeyError, LatchkeyError } from './http/errors.ts'
export type { BackendFetch } from './http/send.ts'
export type { Backend, BackendOptions, VerifyRequestOptions } from './session/create-backend.ts'
export { createBackend } from './session/create-backend.ts'
export type { HeaderReader, HeaderRecord, RequestLike } from './session/request-headers.ts'
export type { AuthenticatedSession, BackendSession } from './session/session.ts'
