import { sdkPath } from '@latchkey/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { basic, createHarness, type Harness, openTestStorage } from '../testing/harness.ts'

let storage: Storage
beforeAll(async () => {
  storage = await openTestStorage('sqlite')
})
afterAll(() => storage.close())

const json = { 'content-type': 'application/json' }

/** Calls that are rejected before their route runs, for routes with `countsItself`. */
const early: Record<string, (harness: Harness) => Promise<{ outcome: string }>> = {
  'a body that is not JSON': (harness) => harness.call('POST', '/sessions/authenticate', '{'),
  'a body that does not match the schema': (harness) =>
    harness.call('POST', '/sessions/authenticate', { session_duration_minutes: 'x' }),
  'an unknown public token': (harness) =>
    harness.fetch(
      new Request(`https://auth.example.com${sdkPath}/sessions/authenticate`, {
        method: 'POST',
        headers: { ...json, authorization: basic('public-token-test-unknown') },
        body: '{}',
      }),
    ),
  'telemetry that does not match the schema': (harness) => harness.call('POST', '/events', [{}]),
  'an unknown path': (harness) => harness.call('GET', '/nothing'),
  'an unknown method': (harness) => harness.call('PUT', '/sessions/revoke', {}),
  'an endpoint without a route': (harness) => harness.call('POST', '/sessions/exchange_access_token', {}),
  'keys of an unknown project': (harness) => harness.call('GET', '/v1/sessions/jwks/unknown'),
}

it.each(Object.keys(early))('counts %s against the address of the caller', async (name) => {
  const harness = await createHarness(storage, {
    config: { limits: { requests_per_ip: { limit: 2, windowMs: 60_000 } } },
  })
  const outcomes: string[] = []
  for (let round = 0; round < 3; round += 1) outcomes.push((await early[name]?.(harness))?.outcome ?? '')
  expect(outcomes.map((outcome) => outcome === 'too_many_requests')).toEqual([false, false, true])
})

it('does not count the refresh of a valid session or a preflight', async () => {
  const harness = await createHarness(storage, {
    config: { limits: { requests_per_ip: { limit: 2, windowMs: 60_000 } } },
  })
  const { token } = await harness.signIn('ada@example.com')
  for (let round = 0; round < 4; round += 1) {
    expect((await harness.call('POST', '/sessions/authenticate', {}, { session: token })).status).toBe(200)
    expect((await harness.call('OPTIONS', '/sessions/authenticate')).status).toBe(204)
  }
})
