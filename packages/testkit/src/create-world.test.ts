import { afterEach, expect, it } from 'vitest'
import { createWorld, type World, type WorldOptions } from './index.ts'

const worlds: World[] = []
async function open(options?: WorldOptions): Promise<World> {
  const world = await createWorld(options)
  worlds.push(world)
  return world
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

it('signs in with a passcode', async () => {
  const { client, inbox } = await open()
  const { method_id } = await client.otps.email.loginOrCreate('ada@example.com')
  await client.otps.authenticate(inbox.lastCode('ada@example.com'), method_id, { session_duration_minutes: 30 })
  expect(client.session.getSync()).not.toBeNull()
  expect(client.user.getSync()?.emails).toMatchObject([{ email: 'ada@example.com', verified: true }])
})

it('signs in with a magic link that is followed to the page', async () => {
  const world = await open()
  await world.client.magicLinks.email.loginOrCreate('ada@example.com')
  const landing = await world.follow(world.inbox.lastLink('ada@example.com'))
  world.tab.navigate(landing)
  const signedIn = await world.client.authenticateByUrl({ session_duration_minutes: 30 })
  expect(signedIn?.data.user.emails).toMatchObject([{ email: 'ada@example.com', verified: true }])
  expect(world.tab.href()).toBe('https://app.example.com/')
})
