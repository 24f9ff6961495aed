import type { Endpoint, Ok } from '../core/endpoint.ts'
import type { Session } from '../core/entities.ts'
import type { PageInfo, PageRequest } from './admin-path.ts'

export interface AdminSessionsListRequest extends PageRequest {
  user_id: string
}

export interface AdminSessionsListResponse extends Ok, PageInfo {
  /** The active sessions, newest first. */
  sessions: Session[]
}

/** One session, or all sessions of a user. */
export interface AdminSessionsRevokeRequest {
  session_id?: string
  user_id?: string
}

export interface AdminSessionsRevokeResponse extends Ok {
  /** The ids of the ended sessions. */
  revoked: string[]
}

export const adminSessionsList: Endpoint<AdminSessionsListRequest, AdminSessionsListResponse> = {
  method: 'GET',
  path: '/sessions',
}

export const adminSessionsRevoke: Endpoint<AdminSessionsRevokeRequest, AdminSessionsRevokeResponse> = {
  method: 'POST',
  path: '/sessions/revoke',
}
