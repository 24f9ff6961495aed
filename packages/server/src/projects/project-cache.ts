import { isAuthorizedOrigin } from '../security/origin-list.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import type { Clock } from '../world.ts'

export interface ProjectCache {
  byPublicToken(publicToken: string): Promise<ProjectRecord | null>
  byId(projectId: string): Promise<ProjectRecord | null>
  /** Does any project let pages of this origin in? All that a preflight can ask: it carries no token. */
  someoneAuthorizes(origin: string): Promise<boolean>
  /** The projects whose passkeys belong to this domain. */
  byPasskeyRpId(rpId: string): Promise<ProjectRecord[]>
}

interface Entry<T> {
  at: number
  value: T
}

const longestToken = 256
/** While the store is away, settings this old still say who may read the error. */
const staleMs = 60_000

/** Projects change rarely and are read by every request: at most `maxAgeMs` old, sessions and secrets never. */
export function createProjectCache(world: { storage: Storage; clock: Clock; maxAgeMs: number }): ProjectCache {
  const { storage, clock, maxAgeMs } = world
  const byToken = new Map<string, Entry<ProjectRecord | null>>()
  const byProjectId = new Map<string, Entry<ProjectRecord | null>>()
  let all: Entry<ProjectRecord[]> | undefined

  async function fresh<T>(
    cached: Entry<T> | undefined,
    read: () => Promise<T>,
    keep: (entry: Entry<T>) => unknown,
  ): Promise<T> {
    const now = clock.now()
    const age = cached ? now - cached.at : Number.POSITIVE_INFINITY
    if (cached && age >= 0 && age < maxAgeMs) return cached.value
    try {
      const value = await read()
      keep({ at: now, value })
      return value
    } catch (error) {
      if (cached && age >= 0 && age < staleMs) return cached.value
      throw error
    }
  }

  function everyone(): Promise<ProjectRecord[]> {
    return fresh(
      all,
      () => storage.projects.list(),
      (entry) => {
        all = entry
      },
    )
  }

  return {
    async byPublicToken(publicToken) {
      if (publicToken.length > longestToken) return null
      return fresh(
        byToken.get(publicToken),
        () => storage.projects.findByPublicToken(publicToken),
        // Only what exists is remembered: a map of whatever callers send would be theirs to fill.
        (entry) => (entry.value === null ? byToken.delete(publicToken) : byToken.set(publicToken, entry)),
      )
    },
    async byId(projectId) {
      if (projectId.length > longestToken) return null
      return fresh(
        byProjectId.get(projectId),
        () => storage.projects.get(projectId),
        (entry) => (entry.value === null ? byProjectId.delete(projectId) : byProjectId.set(projectId, entry)),
      )
    },
    async byPasskeyRpId(rpId) {
      return (await everyone()).filter(({ settings }) => settings.passkeyRpIds?.includes(rpId))
    },
    async someoneAuthorizes(origin) {
      return (await everyone()).some(({ settings, environment }) =>
        isAuthorizedOrigin(origin, settings.authorizedOrigins, environment),
      )
    },
  }
}
