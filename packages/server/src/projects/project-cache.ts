import type { Clock } from '../core/clock-and-random.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { isAuthorizedOrigin } from '../urls/origin-list.ts'

export interface ProjectCache {
  byPublicToken(publicToken: string): Promise<ProjectRecord | null>
  byId(projectId: string): Promise<ProjectRecord | null>
  /** True if any project authorizes this origin. A preflight has no token, so the project is unknown. */
  isAuthorizedByAnyProject(origin: string): Promise<boolean>
  hasTestProject(): Promise<boolean>
  /** The same from projects that were read recently, without a database query. */
  isKnownToAuthorize(origin: string): boolean
  /** The projects whose passkeys belong to this domain. */
  byPasskeyRpId(rpId: string): Promise<ProjectRecord[]>
}

interface Entry<T> {
  at: number
  value: T
}

const longestToken = 256
/** While the database is unavailable, settings up to this age decide which origins may read the error. */
const staleMs = 60_000
/** Stale projects are used if the database takes longer: a request that waits for it twice would respond too late. */
const staleAfterMs = 100

/** Every request reads a project and projects rarely change, so they may be up to `maxAgeMs` old. */
export function createProjectCache(deps: { storage: Storage; clock: Clock; maxAgeMs: number }): ProjectCache {
  const { storage, clock, maxAgeMs } = deps
  const byToken = new Map<string, Entry<ProjectRecord | null>>()
  const byProjectId = new Map<string, Entry<ProjectRecord | null>>()
  let all: Entry<ProjectRecord[]> | undefined

  /** One read at a time per key, so that a slow database does not get one query per request. */
  const pending = new Map<string, Promise<unknown>>()

  async function fresh<T>(
    name: string,
    cached: Entry<T> | undefined,
    read: () => Promise<T>,
    keep: (entry: Entry<T>) => unknown,
  ): Promise<T> {
    const now = clock.now()
    const age = cached ? now - cached.at : Number.POSITIVE_INFINITY
    if (cached && age >= 0 && age < maxAgeMs) return cached.value
    // With the cache disabled, every request waits for the current project.
    const reading = (maxAgeMs > 0 ? (pending.get(name) as Promise<T> | undefined) : undefined) ?? begin()
    if (!cached || age < 0 || age >= staleMs) return reading
    return maxAgeMs > 0 ? readSoonOr(reading, cached.value) : reading.catch(() => cached.value)

    function begin(): Promise<T> {
      const begun = read()
        .then((value) => {
          keep({ at: now, value })
          return value
        })
        .finally(() => pending.delete(name))
      pending.set(name, begun)
      return begun
    }
  }

  function allProjects(): Promise<ProjectRecord[]> {
    return fresh(
      'all',
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
        `token:${publicToken}`,
        byToken.get(publicToken),
        () => storage.projects.findByPublicToken(publicToken),
        // Unknown tokens are not cached: callers could fill the map with them.
        (entry) => (entry.value === null ? byToken.delete(publicToken) : byToken.set(publicToken, entry)),
      )
    },
    async byId(projectId) {
      if (projectId.length > longestToken) return null
      return fresh(
        `id:${projectId}`,
        byProjectId.get(projectId),
        () => storage.projects.get(projectId),
        (entry) => (entry.value === null ? byProjectId.delete(projectId) : byProjectId.set(projectId, entry)),
      )
    },
    async byPasskeyRpId(rpId) {
      return (await allProjects()).filter(({ settings }) => settings.passkeyRpIds?.includes(rpId))
    },
    async hasTestProject() {
      return (await allProjects()).some(({ environment }) => environment === 'test')
    },
    async isAuthorizedByAnyProject(origin) {
      return someAuthorize(await allProjects(), origin)
    },
    isKnownToAuthorize(origin) {
      if (!all) return false
      const age = clock.now() - all.at
      return age >= 0 && age < staleMs && someAuthorize(all.value, origin)
    },
  }
}

function someAuthorize(projects: readonly ProjectRecord[], origin: string): boolean {
  return projects.some(({ settings, environment }) =>
    isAuthorizedOrigin(origin, settings.authorizedOrigins, environment),
  )
}

/** The value being read if it arrives soon, else the cached one. */
async function readSoonOr<T>(reading: Promise<T>, known: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(known), staleAfterMs)
  })
  return Promise.race([reading.catch(() => known), late]).finally(() => clearTimeout(timer))
}
