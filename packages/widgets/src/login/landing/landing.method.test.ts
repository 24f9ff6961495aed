import { createTestkit } from '@latchkey/testkit'
import { expect, it } from 'vitest'
import type { LoginEvent } from '../login.flow.ts'
import type { MethodDeps } from '../login-method.ts'
import { readLanding } from './landing.method.ts'

const plan = { tabs: ['email_magic_link'], passwordless: 'magic_link', oauth: { providers: [] } } as const
const minutes = { session_duration_minutes: 30 }

it('keeps a link that the user has to confirm from every other call of the page (T-11)', async () => {
  const pkceRequired = { emailMagicLinks: false, passwordResets: false, oauth: false, sso: false }
  const world = await createTestkit({ settings: { pkceRequired } })
  const mallory = 'mallory@example.com'
  await world.openBrowser().client.magicLinks.email.loginOrCreate(mallory)
  const { client, tab } = world.openBrowser({}, await world.follow(world.inbox.lastLink(mallory)))
  const landing = readLanding(client, plan, null, 1)
  const deps = { plan: { ...plan, sessionDurationMinutes: 30 }, reportError: () => undefined } as unknown as MethodDeps
  const redeem = (call: number) =>
    new Promise<LoginEvent | null | undefined>((resolve) => {
      landing?.method.runners.authenticate_landing?.({ type: 'authenticate_landing', call }, deps, resolve)
    })
  expect(await redeem(1)).toMatchObject({ type: 'landing_unconfirmed', account: mallory })
  // The user presses "Start over", or anything else on the page whose handler looks for a landing.
  tab.press()
  expect([await client.authenticateByUrl(minutes), client.session.getSync()]).toEqual([null, null])
  // The button of the widget still works.
  expect(await redeem(2)).toMatchObject({ type: 'landing_accepted' })
  expect(client.user.getSync()?.emails).toMatchObject([{ email: mallory }])
  await world.close()
})
