import type { Endpoint } from '@latchkey/contract'
import { adminPath } from '@latchkey/contract/admin'
import { afterAll, beforeAll, describe } from 'vitest'
import type { DataOf } from '../core/route.ts'
import { createRandom } from '../node/world.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import {
  type Answer,
  createWorld,
  engines,
  openTestStorage,
  type World,
  type WorldOptions,
} from '../testing/harness.ts'
import { type Administration, createAdministration } from './administration.ts'

/** A world with a server of the project's own beside it. */
export interface AdminWorld extends World {
  administration: Administration
  secret: string
  /** Calls as the project's server does; what stands in `data` is the contract's. */
  admin<Request, Response>(
    endpoint: Endpoint<Request, Response>,
    input?: {
      request?: Request | undefined
      params?: Record<string, string>
      secret?: string
      project?: ProjectRecord
    },
  ): Promise<Omit<Answer, 'data'> & { data: DataOf<Response> }>
}

export async function createAdminWorld(storage: Storage, options: WorldOptions = {}): Promise<AdminWorld> {
  const world = await createWorld(storage, options)
  const { vault, clock } = world
  const context = { storage, vault, clock, random: createRandom(), baseUrl: 'https://auth.example.com' }
  const administration = createAdministration(context, { operator: 'cli:tests' })
  const { secret } = await administration.createSecretKey(world.project, 'Tests')
  return {
    ...world,
    administration,
    secret,
    async admin(endpoint, { request, params = {}, secret: other = secret, project = world.project } = {}) {
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
      const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
      const entries = inQuery ? Object.entries(request ?? {}).map(([name, value]) => [name, String(value)]) : []
      const query = entries.length > 0 ? `?${new URLSearchParams(entries as [string, string][])}` : ''
      const answer = await world.call(endpoint.method, `${adminPath}${path}${query}`, inQuery ? undefined : request, {
        origin: null,
        headers: { authorization: basicSecret(project.id, other) },
      })
      return answer as unknown as Omit<Answer, 'data'> & { data: never }
    },
  }
}

export function basicSecret(projectId: string, secret: string): string {
  return `Basic ${Buffer.from(`${projectId}:${secret}`).toString('base64')}`
}

/** The same tests on both engines, each with a storage of its own. */
export function onBothEngines(
  name: string,
  tests: (open: (options?: WorldOptions) => Promise<AdminWorld>) => void,
): void {
  describe.each(engines)(`${name} on %s`, (engine) => {
    let storage: Storage
    beforeAll(async () => {
      storage = await openTestStorage(engine)
    })
    afterAll(() => storage.close())
    tests((options) => createAdminWorld(storage, options))
  })
}
