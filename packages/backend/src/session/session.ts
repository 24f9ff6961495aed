import {
  type AuthenticationFactor,
  isAuthorized,
  type JsonObject,
  type RbacPolicy,
  reservedClaims,
  type Session,
  sessionClaim,
  type User,
} from '@latchkey/contract'
import type { JWTPayload } from 'jose'
import { forbiddenError } from '../http/errors.ts'

/** A verified session. */
export interface BackendSession {
  /** The id of the user; in business projects, of the member. */
  readonly userId: string
  readonly sessionId: string
  /** The organization of the member, in business projects: select the data of your application by it. */
  readonly organizationId?: string | undefined
  /** The roles of the user, as of the time when the JWT was issued: at most five minutes ago. */
  readonly roles: readonly string[]
  /** The factors that the user has proven in this session. If the list is too long for a JWT, it has only the newest. */
  readonly factors: readonly AuthenticationFactor[]
  readonly startedAt: Date
  /** The end of the session. The JWT ends earlier. */
  readonly expiresAt: Date
  /** The time of the newest factor, for actions that need a recent sign-in. */
  readonly authenticatedAt: Date
  readonly customClaims: JsonObject
  /** The operator in an impersonated session, otherwise null. */
  readonly impersonator: string | null
  /** The verified JWT, for calls to other services of yours. */
  readonly jwt: string
  /** The user with profile, if the provider was asked: with `fresh`, or because the JWT had expired. */
  readonly user?: User | undefined
  /**
   * The `Set-Cookie` values that store a renewed JWT, for your response to the page. Empty if the JWT was not renewed, or
   * if `verifyRequest` does not read JWTs from cookies. The adapters send them.
   */
  readonly setCookies: readonly string[]
  /**
   * Whether the roles of the user permit an action. Reads the policy of the project, which is cached for a minute.
   *
   * @example
   * if (await session.can('documents', 'delete')) …
   */
  can(resource: string, action: string): Promise<boolean>
  /**
   * Rejects with a `ForbiddenError` if the roles of the user do not permit an action.
   *
   * @example
   * await session.requirePermission('documents', 'delete')
   */
  requirePermission(resource: string, action: string): Promise<void>
}

/** A session that the provider has confirmed just now. */
export interface AuthenticatedSession extends BackendSession {
  readonly user: User
}

/** The session in a JWT has neither user nor custom claims: those are claims of their own. */
export type SessionClaim = Omit<Session, 'session_id' | 'user_id' | 'custom_claims'> & {
  id: string
  /** In business projects. */
  organization_id?: string
}

/** Converts the claims of a verified JWT. */
export function sessionOf(
  jwt: string,
  payload: JWTPayload,
  readPolicy: () => Promise<RbacPolicy | undefined>,
): BackendSession {
  const claim = payload[sessionClaim] as SessionClaim
  const { roles } = claim
  const can = async (resource: string, action: string): Promise<boolean> => {
    const policy = await readPolicy()
    return !!policy && isAuthorized(policy, roles, resource, action)
  }
  // Getters, because most requests need neither the dates nor the custom claims.
  return {
    userId: payload.sub as string,
    sessionId: claim.id,
    organizationId: claim.organization_id,
    roles,
    factors: claim.authentication_factors,
    get startedAt() {
      return new Date(claim.started_at)
    },
    get expiresAt() {
      return new Date(claim.expires_at)
    },
    get authenticatedAt() {
      return new Date((payload.auth_time as number) * 1_000)
    },
    get customClaims() {
      const claims = Object.entries(payload as JsonObject)
      return Object.fromEntries(claims.filter(([name]) => !reservedClaims.includes(name)))
    },
    impersonator: (payload.act as { sub: string } | undefined)?.sub ?? null,
    jwt,
    setCookies: [],
    can,
    async requirePermission(resource, action) {
      if (!(await can(resource, action))) throw forbiddenError(resource, action)
    },
  }
}
