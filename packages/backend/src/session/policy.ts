import { type BootstrapResponse, projectsBootstrap, type RbacPolicy, sdkPath } from '@latchkey/contract'
import type { Send } from '../http/send.ts'

/** How long a policy is used without asking for a new one. */
const freshMs = 60_000
/** How long it is used if the provider does not respond: as long as a session JWT, which has the roles. */
const usableMs = 300_000

/** Returns a function that reads the RBAC policy of the project. A request that is shared would break in workers. */
export function createPolicyReader(
  send: Send,
  publicToken: () => string,
  now: () => number,
): () => Promise<RbacPolicy | undefined> {
  let last: { policy: RbacPolicy | undefined; at: number } | undefined
  return async () => {
    const age = last ? now() - last.at : Infinity
    if (last && age < freshMs) return last.policy
    try {
      const path = projectsBootstrap.path.replace('{public_token}', encodeURIComponent(publicToken()))
      const { rbac_policy } = (await send({ method: 'GET', path: sdkPath + path })) as BootstrapResponse
      last = { policy: rbac_policy, at: now() }
    } catch (error) {
      if (!last || age >= usableMs) throw error
    }
    return last?.policy
  }
}
