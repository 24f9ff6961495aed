import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPostgres } from '../storage/operations/open-storage.ts'
import { createFreezingProxy } from '../storage/testing/freezing-proxy.ts'
import { createReadyDatabase } from '../storage/testing/test-database.ts'
import { createHarness, quickPasswords } from '../testing/harness.ts'

/** As long as the lists take that a first password is judged by, where the machine has other things to do. */
const judgingMs = 1_500

it('a password that took its time is not kept waiting as long again for a database that stands still (F4)', async () => {
  const proxy = await createFreezingProxy(await createReadyDatabase())
  const storage = await openPostgres({ url: proxy.url })
  let judged = (): void => {}
  const patient = new Promise<void>((resolve) => {
    judged = resolve
  }).then(() => storage.ping().catch(() => order.push('one who has just asked')))
  const order: string[] = []
  const passwords = {
    ...quickPasswords,
    async estimate(...of: Parameters<typeof quickPasswords.estimate>) {
      const estimate = await quickPasswords.estimate(...of)
      proxy.freeze()
      await sleep(judgingMs)
      judged()
      return estimate
    },
  }
  const harness = await createHarness(storage, { passwords })
  const body = { email: 'ada@example.com', password: 'seven quiet lanterns by the sea', session_duration_minutes: 5 }
  const { outcome } = await harness.call('POST', '/passwords', body)
  order.push(outcome)
  await patient
  expect(order).toEqual(['service_unavailable', 'one who has just asked'])
  proxy.thaw()
  await storage.close()
  await proxy.close()
})

it.each([
  ['a call', 'POST', {}],
  ['a preflight', 'OPTIONS', { 'access-control-request-method': 'POST' }],
])(
  '%s to a process that knows no project yet waits once for a database that stands still (F4)',
  async (_, method, headers) => {
    const proxy = await createFreezingProxy(await createReadyDatabase())
    const storage = await openPostgres({ url: proxy.url })
    const harness = await createHarness(storage)
    proxy.freeze()
    const order: string[] = []
    const later = sleep(1_000)
      .then(() => storage.ping())
      .catch(() => order.push('one who has asked later'))
    const refused = await harness.call(method, '/sessions/authenticate', {}, { headers })
    order.push(refused.outcome)
    await later
    expect(order).toEqual(['service_unavailable', 'one who has asked later'])
    proxy.thaw()
    await storage.close()
    await proxy.close()
  },
)
