import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPostgres } from '../storage/operations/open-storage.ts'
import { createFreezingProxy } from '../storage/testing/freezing-proxy.ts'
import { createReadyDatabase } from '../storage/testing/test-database.ts'
import { createHarness, quickPasswords } from '../testing/harness.ts'

// The tests wait for time limits, so they run at the same time.
/** How long the first estimate of a password takes on a busy machine, because it loads the word lists. */
const estimateMs = 1_500

it.concurrent('a request with a slow password estimate does not wait the full timeout for a frozen database (F4)', async () => {
  const proxy = await createFreezingProxy(await createReadyDatabase())
  const storage = await openPostgres({ url: proxy.url })
  let onEstimated = (): void => {}
  const laterRequest = new Promise<void>((resolve) => {
    onEstimated = resolve
  }).then(() => storage.ping().catch(() => order.push('a later request')))
  const order: string[] = []
  const passwords = {
    ...quickPasswords,
    async estimate(...input: Parameters<typeof quickPasswords.estimate>) {
      const estimate = await quickPasswords.estimate(...input)
      proxy.freeze()
      await sleep(estimateMs)
      onEstimated()
      return estimate
    },
  }
  const harness = await createHarness(storage, { passwords })
  const body = { email: 'ada@example.com', password: 'seven quiet lanterns by the sea', session_duration_minutes: 5 }
  const { outcome } = await harness.call('POST', '/passwords', body)
  order.push(outcome)
  await laterRequest
  expect(order).toEqual(['service_unavailable', 'a later request'])
  proxy.thaw()
  await storage.close()
  await proxy.close()
})

it.concurrent.each([
  ['a call', 'POST', {}],
  ['a preflight', 'OPTIONS', { 'access-control-request-method': 'POST' }],
])('%s to a process without cached projects waits once for a frozen database (F4)', async (_, method, headers) => {
  const proxy = await createFreezingProxy(await createReadyDatabase())
  const storage = await openPostgres({ url: proxy.url })
  const harness = await createHarness(storage)
  proxy.freeze()
  const order: string[] = []
  const later = sleep(1_000)
    .then(() => storage.ping())
    .catch(() => order.push('a later request'))
  const rejected = await harness.call(method, '/sessions/authenticate', {}, { headers })
  order.push(rejected.outcome)
  await later
  expect(order).toEqual(['service_unavailable', 'a later request'])
  proxy.thaw()
  await storage.close()
  await proxy.close()
})
