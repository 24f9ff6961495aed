import { sdkPath } from '@latchkey/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { basic, createHarness, type Harness, openTestStorage } from '../testing/harness.ts'

let storage: Storage
beforeAll(async () => {
  storage = await openTestStorage('sqlite')
})
afterAll(() => storage.close())

/** A request whose body starts, and continues when `finish` is called. */
function slowRequest({ project }: Harness): { request: Request; finish(): void } {
  let finish = (): void => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('{'))
      finish = () => {
        controller.enqueue(Buffer.from('}'))
        controller.close()
      }
    },
  })
  const headers = { authorization: basic(project.publicToken), 'content-type': 'application/json' }
  const url = `https://auth.example.com${sdkPath}/sessions/authenticate`
  return { request: new Request(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit), finish }
}

it('releases the slot of a slow sender, so that other requests are not rejected', async () => {
  const harness = await createHarness(storage, { config: { maxInFlight: 2 } })
  const slow = Array.from({ length: 5 }, () => slowRequest(harness))
  const answers = slow.map(({ request }) => harness.fetch(request))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect((await harness.call('GET', '/users/me')).outcome).toBe('user_unauthenticated')
  for (const { finish } of slow) finish()
  const outcomes = (await Promise.all(answers)).map(({ outcome }) => outcome)
  expect(outcomes).toContain('user_unauthenticated')
  expect(outcomes.filter((outcome) => !['user_unauthenticated', 'service_unavailable'].includes(outcome))).toEqual([])
  expect((await harness.call('GET', '/users/me')).outcome).toBe('user_unauthenticated')
})
