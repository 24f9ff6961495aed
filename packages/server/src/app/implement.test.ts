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

/** Calls that are refused before the route has seen them, on routes that count by themselves. */
const early: Record<string, (harness: Harness) => Promise<{ outcome: string }>> = {
  'a body that is no JSON': (harness) => harness.call('POST', '/sessions/authenticate', '{'),
  'a body that does not fit': (harness) =>
    harness.call('POST', '/sessions/authenticate', { session_duration_minutes: 'x' }),
  'an unknown public token': (harness) =>
    harness.fetch(
      new Request(`https://auth.example.com${sdkPath}/sessions/authenticate`, {
        method: 'POST',
        headers: { ...json, authorization: basic('public-token-test-nobody') },
        body: '{}',
      }),
    ),
  'telemetry that does not fit': (harness) => harness.call('POST', '/events', [{}]),
  'a path that is none': (harness) => harness.call('GET', '/nothing'),
  'a method that is none': (harness) => harness.call('PUT', '/sessions/revoke', {}),
  'an endpoint that is not there yet': (harness) => harness.call('POST', '/sessions/exchange_access_token', {}),
  'keys of a project that is none': (harness) => harness.call('GET', '/v1/sessions/jwks/nobody'),
}

it.each(Object.keys(early))('counts %s against its address', async (name) => {
  const harness = await createHarness(storage, {
    config: { limits: { requests_per_ip: { limit: 2, windowMs: 60_000 } } },
  })
  const outcomes: string[] = []
  for (let round = 0; round < 3; round += 1) outcomes.push((await early[name]?.(harness))?.outcome ?? '')
  expect(outcomes.map((outcome) => outcome === 'too_many_requests')).toEqual([false, false, true])
})

it('counts no refresh of a valid session and no preflight', async () => {
  const harness = await createHarness(storage, {
    config: { limits: { requests_per_ip: { limit: 2, windowMs: 60_000 } } },
  })
  const { token } = await harness.signIn('ada@example.com')
  for (let round = 0; round < 4; round += 1) {
    expect((await harness.call('POST', '/sessions/authenticate', {}, { session: token })).status).toBe(200)
    expect((await harness.call('OPTIONS', '/sessions/authenticate')).status).toBe(204)
  }
})
