import type { Endpoint } from '@latchkey/contract'
import { adminPath } from '@latchkey/contract/admin'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { DataOf } from '../core/route.ts'
import { createRandom } from '../node/system-clock.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { takeTurns } from '../storage/testing/engine-cases.ts'
import {
  type Answer,
  createHarness,
  engines,
  type Harness,
  type HarnessOptions,
  openTestStorage,
} from '../testing/harness.ts'
import { type Administration, createAdministration } from './administration.ts'

/** A harness with a client of the secret-key API. */
export interface AdminHarness extends Harness {
  administration: Administration
  secret: string
  /** Calls an endpoint as a backend does; `data` has the type of the contract. */
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

export async function createAdminHarness(storage: Storage, options: HarnessOptions = {}): Promise<AdminHarness> {
  const harness = await createHarness(storage, options)
  const { vault, clock } = harness
  const context = { storage, vault, clock, random: createRandom(), baseUrl: 'https://auth.example.com' }
  const administration = createAdministration(context, { operator: 'cli:tests' })
  const { secret } = await administration.createSecretKey(harness.project, 'Tests')
  return {
    ...harness,
    administration,
    secret,
    async admin(endpoint, { request, params = {}, secret: other = secret, project = harness.project } = {}) {
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
      const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
      const entries = inQuery ? Object.entries(request ?? {}).map(([name, value]) => [name, String(value)]) : []
      const query = entries.length > 0 ? `?${new URLSearchParams(entries as [string, string][])}` : ''
      const answer = await harness.call(endpoint.method, `${adminPath}${path}${query}`, inQuery ? undefined : request, {
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

type EngineTests = ReturnType<typeof takeTurns<typeof it>>

/** Runs the tests on both engines, each with its own storage; those of `it.inTurn` on one of them in `npm test`. */
export function onBothEngines(
  name: string,
  tests: (open: (options?: HarnessOptions) => Promise<AdminHarness>, it: EngineTests) => void,
): void {
  describe.each(engines)(`${name} on %s`, (engine) => {
    let storage: Storage
    beforeAll(async () => {
      storage = await openTestStorage(engine)
    })
    afterAll(() => storage.close())
    tests((options) => createAdminHarness(storage, options), takeTurns(it, engine))
  })
}
