import { type InitialState, type RbacPolicy, type Session, sessionClaim } from '@latchkey/contract'
import { decodeJwt } from 'jose'
import { createSend } from './http/send.ts'
import type { BackendOptions } from './session/create-backend.ts'
import { createPolicyReader } from './session/policy.ts'
import type { BackendSession, SessionClaim } from './session/session.ts'

export type { InitialState }

/** The options of `createInitialStateReader`: the same as those of the backend. */
export interface InitialStateOptions extends Pick<BackendOptions, 'baseUrl' | 'fetch' | 'now'> {
  readonly publicToken: string
}

/**
 * Creates a function that returns the `initialState` of `<LatchkeyProvider>`, so that the first HTML of a page shows who
 * is signed in. It contains no token. Create it once: it caches the RBAC policy of the project.
 *
 * @example
 * const readInitialState = createInitialStateReader({ baseUrl, publicToken })
 * const initialState = await readInitialState(await backend.verifyRequest(request))
 */
export function createInitialStateReader(
  options: InitialStateOptions,
): (session: BackendSession | null) => Promise<InitialState> {
  const { baseUrl, publicToken, fetch, now = Date.now } = options
  const readPolicy = createPolicyReader(createSend(baseUrl, fetch), () => publicToken, now)

  /** Contains only the roles of the user, because a policy may have hundreds. */
  async function policyOf(session: BackendSession): Promise<Pick<RbacPolicy, 'roles'> | undefined> {
    try {
      const policy = await readPolicy()
      return { roles: policy?.roles.filter(({ role_id }) => session.roles.includes(role_id)) ?? [] }
    } catch {
      // The page works without it: the client in the browser fetches the policy too.
      return undefined
    }
  }

  return async (session) =>
    session ? { session: entityOf(session), user: session.user, policy: await policyOf(session) } : { session: null }
}

/** The session as the client in the browser has it. */
function entityOf({ jwt, userId, customClaims }: BackendSession): Session {
  const { id, ...rest } = decodeJwt(jwt)[sessionClaim] as SessionClaim
  const hasClaims = Object.keys(customClaims).length > 0
  return { ...rest, session_id: id, user_id: userId, custom_claims: hasClaims ? customClaims : null }
}
