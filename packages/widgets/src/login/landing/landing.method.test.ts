import type { Client } from '@latchkey/client'
import { createTestkit } from '@latchkey/testkit'
import { expect, it } from 'vitest'
import type { LoginEvent } from '../login.flow.ts'
import type { MethodDeps } from '../login-method.ts'
import type { PendingSignIn } from './landing.flow.ts'
import { readLanding } from './landing.method.ts'

const plan = { tabs: ['email_magic_link'], passwordless: 'magic_link', oauth: { providers: [] } } as const
const minutes = { session_duration_minutes: 30 }
const isUsed = { error_type: 'unable_to_auth_magic_link' }
const deps = {
  plan: { ...plan, sessionDurationMinutes: 30 },
  reportError: () => undefined,
  beginSignIn: () => undefined,
} as unknown as MethodDeps

/** Redeems the landing of the page's URL. */
function redeemIn(client: Client, pending: PendingSignIn | null = null) {
  const landing = readLanding(client, plan, pending, 1)
  return (call: number) =>
    new Promise<LoginEvent | null | undefined>((resolve) => {
      landing?.method.runners.authenticate_landing?.({ type: 'authenticate_landing', call }, deps, resolve)
    })
}

it('keeps a link that the user has to confirm from every other call of the page (T-11)', async () => {
  const pkceRequired = { emailMagicLinks: false, passwordResets: false, oauth: false, sso: false }
  const testkit = await createTestkit({ settings: { pkceRequired } })
  const mallory = 'mallory@example.com'
  await testkit.openBrowser().client.magicLinks.email.loginOrCreate(mallory)
  const { client, tab } = testkit.openBrowser({}, await testkit.follow(testkit.inbox.lastLink(mallory)))
  const redeem = redeemIn(client)
  expect(await redeem(1)).toMatchObject({ type: 'landing_unconfirmed', account: mallory })
  // The user presses "Start over", or anything else on the page whose handler looks for a landing.
  tab.press()
  expect([await client.authenticateByUrl(minutes), client.session.getSync()]).toEqual([null, null])
  // The button of the widget still works.
  expect(await redeem(2)).toMatchObject({ type: 'landing_accepted' })
  expect(client.user.getSync()?.emails).toMatchObject([{ email: mallory }])
  await testkit.close()
})

it('ends signed in if a signed-in user opens the used link again, and offers a new link to others', async () => {
  const testkit = await createTestkit()
  const email = 'ada@example.com'
  await testkit.client.magicLinks.email.loginOrCreate(email)
  const link = testkit.inbox.lastLink(email)
  expect(await redeemIn(testkit.openTab({}, await testkit.follow(link)).client)(1)).toMatchObject({
    type: 'landing_accepted',
  })
  const used = await testkit.follow(link)
  const again = testkit.openTab({}, used).client
  expect(again.session.getSync()).not.toBeNull()
  expect(await redeemIn(again)(1)).toEqual({ type: 'landing_accepted', call: 1 })
  const refused = { type: 'landing_refused', call: 1, failure: expect.objectContaining(isUsed) }
  // This browser waits for another link.
  const waiting = redeemIn(testkit.openTab({}, used).client, { method: 'email_magic_link', email: 'bob@example.com' })
  expect(await waiting(1)).toEqual(refused)
  expect(await redeemIn(testkit.openBrowser({}, used).client)(1)).toEqual(refused)
  // Another error is shown: the token may still be good.
  const canceled = used.replace('unable_to_auth_magic_link', 'oauth_access_denied')
  expect(canceled).not.toBe(used)
  expect(await redeemIn(testkit.openTab({}, canceled).client)(1)).toMatchObject({ type: 'landing_refused' })
  await testkit.close()
})
