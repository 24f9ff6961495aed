import { expect } from 'vitest'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Answer, Harness } from '../../testing/harness.ts'
import { noteVariants } from '../../testing/variants.suite.ts'

/** All organizations of some projects, with their members and live sessions. */
export async function rowsOf(storage: Storage, harnesses: readonly Harness[]): Promise<unknown> {
  const all = { limit: 200 }
  return Promise.all(
    harnesses.map(async ({ project, clock }) => {
      const { items } = await storage.organizations.list(project.id, all)
      return Promise.all(
        items.map(async (organization) => {
          const members = (await storage.members.list(organizationRealm(organization), all)).items
          const sessions = await Promise.all(
            members.map(({ account }) => storage.sessions.list(project.id, account.id, { now: clock.now(), ...all })),
          )
          // The instant of the last access counts requests, also rejected ones.
          const live = sessions.flatMap(({ items: some }) => some.map((one) => ({ ...one, lastAccessedAt: 0 })))
          return { organization, members, live }
        }),
      )
    }),
  )
}

/** The body of an error without the id of the request. */
export function errorOf({ status, json }: Pick<Answer, 'status' | 'json'>): object {
  const { request_id, ...error } = json
  return { status, ...error }
}

/** The audit rows about the rejection of a request. */
export async function rejectionsOf(storage: Storage, requestId: unknown): Promise<string[]> {
  const rows = await storage.audit.listUnsealed(100_000)
  const found = rows.filter((row) => row.requestId === requestId && row.result === 'refused')
  return found.map(({ event, errorType }) => `${event} ${errorType}`)
}

/**
 * Runs an attack that must be rejected with one audit row, and changes no organization, member or session. Returns the
 * error.
 */
export async function expectRejected(
  harnesses: readonly Harness[],
  attack: () => Promise<Pick<Answer, 'status' | 'outcome' | 'json'>>,
): Promise<{ status: number; outcome: string; error: object; rejections: string[] }> {
  const storage = harnesses[0]?.storage
  if (storage === undefined) throw new TypeError('No project is watched.')
  const before = await rowsOf(storage, harnesses)
  const answer = await attack()
  noteVariants(1)
  expect([answer.outcome, answer.status >= 400 && answer.status < 500]).toEqual([answer.outcome, true])
  expect(await rowsOf(storage, harnesses)).toEqual(before)
  const rejections = await rejectionsOf(storage, answer.json.request_id)
  // A request that cannot be read has tried nothing. The calls themselves reject values with `schema_error` too.
  const isRead = answer.outcome !== 'invalid_authorization_header' && answer.outcome !== 'schema_error'
  if (isRead) expect([answer.outcome, rejections]).toEqual([answer.outcome, [expect.any(String)]])
  return { status: answer.status, outcome: answer.outcome, error: errorOf(answer), rejections }
}
