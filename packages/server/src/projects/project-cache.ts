import type { Clock } from '../core/clock-and-random.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { isAuthorizedOrigin } from '../urls/origin-list.ts'

export interface ProjectCache {
  byPublicToken(publicToken: string): Promise<ProjectRecord | null>
  byId(projectId: string): Promise<ProjectRecord | null>
  /** Does any project let pages of this origin in? All that a preflight can ask: it carries no token. */
  someoneAuthorizes(origin: string): Promise<boolean>
  hasTestProject(): Promise<boolean>
  /** The same by what was read not long ago, without asking the store. */
  isKnownToAuthorize(origin: string): boolean
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
/** What is known is used when the store takes longer than this: whoever waits for it twice is answered too late. */
const patienceMs = 100

/** Projects change rarely and are read by every request: at most `maxAgeMs` old, sessions and secrets never. */
export function createProjectCache(deps: { storage: Storage; clock: Clock; maxAgeMs: number }): ProjectCache {
  const { storage, clock, maxAgeMs } = deps
  const byToken = new Map<string, Entry<ProjectRecord | null>>()
  const byProjectId = new Map<string, Entry<ProjectRecord | null>>()
  let all: Entry<ProjectRecord[]> | undefined

  /** One read at a time for each: a store that does not answer is not asked by everybody. */
  const underWay = new Map<string, Promise<unknown>>()

  async function fresh<T>(
    name: string,
    cached: Entry<T> | undefined,
    read: () => Promise<T>,
    keep: (entry: Entry<T>) => unknown,
  ): Promise<T> {
    const now = clock.now()
    const age = cached ? now - cached.at : Number.POSITIVE_INFINITY
    if (cached && age >= 0 && age < maxAgeMs) return cached.value
    // Who caches nothing wants what is there now, and waits for it.
    const reading = (maxAgeMs > 0 ? (underWay.get(name) as Promise<T> | undefined) : undefined) ?? begin()
    if (!cached || age < 0 || age >= staleMs) return reading
    return maxAgeMs > 0 ? soonOr(reading, cached.value) : reading.catch(() => cached.value)

    function begin(): Promise<T> {
      const begun = read()
        .then((value) => {
          keep({ at: now, value })
          return value
        })
        .finally(() => underWay.delete(name))
      underWay.set(name, begun)
      return begun
    }
  }

  function everyone(): Promise<ProjectRecord[]> {
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
        // Only what exists is remembered: a map of whatever callers send would be theirs to fill.
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
      return (await everyone()).filter(({ settings }) => settings.passkeyRpIds?.includes(rpId))
    },
    async hasTestProject() {
      return (await everyone()).some(({ environment }) => environment === 'test')
    },
    async someoneAuthorizes(origin) {
      return oneAuthorizes(await everyone(), origin)
    },
    isKnownToAuthorize(origin) {
      if (!all) return false
      const age = clock.now() - all.at
      return age >= 0 && age < staleMs && oneAuthorizes(all.value, origin)
    },
  }
}

function oneAuthorizes(projects: readonly ProjectRecord[], origin: string): boolean {
  return projects.some(({ settings, environment }) =>
    isAuthorizedOrigin(origin, settings.authorizedOrigins, environment),
  )
}

/** What is being read, if it comes soon; else what is known. */
async function soonOr<T>(reading: Promise<T>, known: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(known), patienceMs)
  })
  return Promise.race([reading.catch(() => known), late]).finally(() => clearTimeout(timer))
}
