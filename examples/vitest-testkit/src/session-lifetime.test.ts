import { expect, it } from 'vitest'
import { type Started, startApplication } from './start-application.ts'

async function signIn({ kit }: Started): Promise<void> {
  const { method_id } = await kit.client.otps.email.loginOrCreate('ada@example.com')
  await kit.client.otps.authenticate(kit.inbox.lastCode('ada@example.com'), method_id, { session_duration_minutes: 30 })
}

it('keeps users signed in for as long as their session: the client renews the JWT', async () => {
  const started = await startApplication()
  await signIn(started)
  await started.kit.clock.advance(29 * 60_000)
  expect((await started.call('GET')).status).toBe(200)
})

it('signs users out when the session ends', async () => {
  const started = await startApplication()
  await signIn(started)
  await started.kit.clock.advance(30 * 60_000)
  expect(started.kit.client.session.getSync()).toBeNull()
  expect((await started.call('GET')).status).toBe(401)
})

it('signs users out in all tabs', async () => {
  const started = await startApplication()
  await signIn(started)
  const other = started.kit.openTab()
  await other.client.session.revoke()
  expect(started.kit.client.session.getSync()).toBeNull()
})

it('keeps users signed in while the network is down', async () => {
  const started = await startApplication()
  await signIn(started)
  started.kit.network.isDown = true
  await started.kit.clock.advance(10 * 60_000)
  expect(started.kit.client.session.getSync()).not.toBeNull()
})
