import { afterEach, expect, it } from 'vitest'
import { createTestkit, type Testkit, type TestkitOptions } from './index.ts'

const kits: Testkit[] = []
async function open(options?: TestkitOptions): Promise<Testkit> {
  const kit = await createTestkit(options)
  kits.push(kit)
  return kit
}
afterEach(async () => {
  for (const kit of kits.splice(0)) await kit.close()
})

it('signs in with a passcode', async () => {
  const { client, inbox } = await open()
  const { method_id } = await client.otps.email.loginOrCreate('ada@example.com')
  await client.otps.authenticate(inbox.lastCode('ada@example.com'), method_id, { session_duration_minutes: 30 })
  expect(client.session.getSync()).not.toBeNull()
  expect(client.user.getSync()?.emails).toMatchObject([{ email: 'ada@example.com', verified: true }])
})

it('signs in with a magic link that is followed to the page', async () => {
  const kit = await open()
  await kit.client.magicLinks.email.loginOrCreate('ada@example.com')
  const landing = await kit.follow(kit.inbox.lastLink('ada@example.com'))
  kit.tab.navigate(landing)
  const signedIn = await kit.client.authenticateByUrl({ session_duration_minutes: 30 })
  expect(signedIn?.data.user.emails).toMatchObject([{ email: 'ada@example.com', verified: true }])
  expect(kit.tab.href()).toBe('https://app.example.com/')
})
