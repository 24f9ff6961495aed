import type { LoginConfig } from '@latchkey/widgets'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicToken } from '../hosts/host-site.ts'
import { plugIn, registerQuietly, signInQuietly } from '../widgets/passkey-page.ts'
import { type RelyingParty, scopePolicy, startRelyingParty } from '../widgets/relying-party.ts'
import {
  answerBootstrap,
  button,
  emailField,
  newEmail,
  phoneField,
  refuse,
  root,
  screen,
  signedInAs,
  toPath,
} from '../widgets/widget-page.ts'
import { prepareWidgets, type Shown } from '../widgets/widget-setup.ts'
import { hostile, tracesOn, untouched } from './hostile-texts.ts'

const setup = prepareWidgets({ hasOwnProvider: true })
const byCode: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }
let party: RelyingParty

beforeAll(async () => {
  party = await startRelyingParty(setup)
})
afterAll(() => party?.close())

/** Changes a response of the provider on its way to the page. */
async function answer(page: Page, path: string, change: (data: Record<string, unknown>) => object): Promise<void> {
  await page.route(toPath(path), async (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue()
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: Record<string, unknown> }
    await route.fulfill({ response, json: { ...rest, data: { ...data, ...change(data) } } })
  })
}

async function openConsent(query: Record<string, string>): Promise<Shown> {
  const shown = await setup.open({ hasPromisedPolicy: true, query })
  await signInQuietly(setup.provider.url, shown.page)
  return shown
}

/** The error text of the screen. */
const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: hostile }).first()

const asked = () => ({ client_id: party.id, redirect_uri: party.callback, scope: 'openid notes:read' })

describe('markup is text', () => {
  it.each([false, true])(
    'shows markup in strings, errors, toasts and addresses as text (shadow root: %s) (X-1)',
    async (enableShadowDOM) => {
      const context = await setup.newContext()
      await answerBootstrap(context, { project_name: hostile, email_domains: [hostile] })
      const strings = { 'main.title': hostile, 'otp.title': hostile, 'email.placeholder': hostile }
      const { page } = await setup.show(
        { hasPromisedPolicy: true, config: { ...byCode, enableShadowDOM }, strings },
        context,
      )
      await root(page).getByText(hostile).first().waitFor()
      expect((await tracesOn(page)).shown).toBeGreaterThan(0)
      expect(await tracesOn(page)).toMatchObject(untouched)

      const path = '/otps/email/login_or_create'
      await refuse(page, path, 400, { error_type: 'a_type_of_its_own', error_message: hostile })
      await emailField(page).fill(newEmail())
      await button(page).click()
      await refusal(page).waitFor()
      expect(await tracesOn(page)).toMatchObject(untouched)

      // The provider rejects such an address. If it did not, the screen would show it.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      const strange = '<b>a</b>@b.co'
      await refuse(page, path, 200, { data: { status_code: 200, request_id: 'x', method_id: hostile } })
      await emailField(page).fill(strange)
      await button(page).click()
      await screen(page, 'otp_authenticate')
      expect(await root(page).locator('b').filter({ hasText: /^a$/ }).count()).toBe(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await refuse(page, '/otps/', 429, { error_type: 'a_type_of_its_own', error_message: hostile })
      // Strings of the host page also label the field, which is outside of the shadow root.
      await page.locator('#widget').getByRole('textbox').first().fill('123456')
      await refusal(page).waitFor()
      await page.getByRole('button', { name: /Resend code/ }).click()
      await expect.poll(() => page.locator('.latchkey-toast').textContent()).toBe(hostile)
      expect(await tracesOn(page)).toMatchObject(untouched)
    },
  )

  it('shows markup in a phone number and its error as text (X-1)', async () => {
    const texts: LoginConfig = { products: ['otp'], otpOptions: { methods: ['sms'] } }
    const { page } = await setup.show({ hasPromisedPolicy: true, config: texts })
    const path = '/otps/sms/login_or_create'
    // Other characters are removed from the field or rejected.
    await phoneField(page).fill(hostile)
    await button(page).click()
    expect(await tracesOn(page)).toMatchObject(untouched)
    await refuse(page, path, 400, { error_type: 'a_type_of_its_own', error_message: hostile })
    await phoneField(page).fill('2025550123')
    await button(page).click()
    await refusal(page).waitFor()
    expect(await tracesOn(page)).toMatchObject(untouched)
    // The next screen shows the phone number.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await refuse(page, path, 200, { data: { status_code: 200, request_id: 'x', method_id: hostile } })
    await button(page).click()
    await screen(page, 'otp_authenticate')
    await root(page).getByText('555').first().waitFor()
    expect(await tracesOn(page)).toMatchObject(untouched)
  })

  it('shows markup in the name of a passkey as text (X-1)', async () => {
    const { page } = await setup.open({ hasPromisedPolicy: true })
    await plugIn(page)
    await signInQuietly(setup.provider.url, page)
    const id = await registerQuietly(page)
    const name = hostile.slice(0, 60)
    await page.evaluate(
      ([of = '', to = '']) =>
        app.client.webauthn.update({ webauthn_registration_id: of, name: to }).then(() => undefined),
      [id, name],
    )
    await page.evaluate(() => app.show({ widget: 'passkey-registration' }))
    await screen(page, 'passkey_registration_success')
    await root(page).getByText(name, { exact: true }).waitFor()
    expect(await tracesOn(page)).toMatchObject(untouched)
  })

  it('shows markup in the name, texts and scopes of a client application as text (X-1)', async () => {
    const { page } = await openConsent(asked())
    await answer(page, '/oauth/authorize/start', ({ oidc_client }) => ({
      oidc_client: {
        ...Object(oidc_client),
        ...{ client_name: hostile, client_description: hostile },
      },
    }))
    await answer(page, '/projects/bootstrap/', () => ({
      project_name: hostile,
      rbac_policy: { ...scopePolicy, scopes: scopePolicy.scopes.map((scope) => ({ ...scope, description: hostile })) },
    }))
    await page.evaluate(() => app.show({ widget: 'identity-provider' }))
    await page.locator('.latchkey[data-screen=idp_consent]').waitFor()
    await expect.poll(async () => (await tracesOn(page)).shown).toBeGreaterThan(0)
    expect(await tracesOn(page)).toMatchObject(untouched)

    await page.evaluate(() => app.remove())
    const manifest = [{ header: hostile, items: [{ text: hostile, details: [hostile] }, hostile] }]
    await page.evaluate((words) => app.show({ widget: 'identity-provider', manifest: words }), manifest)
    await expect.poll(async () => (await tracesOn(page)).shown).toBeGreaterThan(2)
    expect(await tracesOn(page)).toMatchObject(untouched)
  })
})

describe('a script URL', () => {
  it('does not open a script URL after a logout, and keeps the session (X-4)', async () => {
    const { page, complaints } = await openConsent({ client_id: party.id, post_logout_redirect_uri: party.bye })
    const here = page.url()
    let address = ''
    await answer(page, '/oauth/logout/start', () => ({ redirect_uri: address, consent_required: false }))
    for (address of ['javascript:globalThis.hit=1', 'data:text/html,<script>1</script>', 'blob:x', 'vbscript:x']) {
      await page.evaluate(() => {
        app.remove()
        app.errors.length = 0
      })
      await page.evaluate(() => app.show({ widget: 'identity-provider' }))
      await expect.poll(() => page.evaluate(() => app.errors.length)).toBeGreaterThan(0)
      expect([address, page.url(), (await tracesOn(page)).hit]).toEqual([address, here, undefined])
      expect(await page.evaluate(() => app.client.session.getSync() !== null)).toBe(true)
    }
    // The console also reports that the redirect was blocked.
    complaints.length = 0
  })

  it('does not open a script URL that the host page configures for a button (X-4)', async () => {
    const address = 'javascript:globalThis.hit=1'
    const config: LoginConfig = {
      products: ['oauth'],
      oauthOptions: { providers: [{ type: 'github' }], loginRedirectURL: address, signupRedirectURL: address },
    }
    const { page } = await setup.show({ config })
    const refused = page.waitForResponse((response) => response.url().includes('/oauth/github/start'))
    await button(page, 'Continue with GitHub').click()
    expect((await refused).status()).toBe(400)
    await page.waitForURL((url) => url.pathname.endsWith('/oauth/github/start'))
    expect([(await tracesOn(page)).hit, new URL(page.url()).protocol]).toEqual([undefined, 'http:'])
  })
})

describe('a message with the right format', () => {
  const start = '**/v1/frame/one_tap/start'
  const submit = '**/v1/frame/one_tap/submit'

  /** Holds calls of the frame to the provider, so that the page waits for the frame. */
  async function holdFrame(page: Page, path: string): Promise<{ arrived: Promise<void>; release(): void }> {
    let [arrive, release] = [() => {}, () => {}]
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(path, async (route) => {
      arrive()
      await released
      await route.continue()
    })
    return { arrived, release: () => release() }
  }

  /** Posts all messages to a page: from itself, from its opener, and from a known window. */
  async function say(to: Page, attacker: Page, shapes: object[]): Promise<void> {
    await attacker.evaluate((all) => {
      for (const shape of all) (opener as Window).postMessage(shape, '*')
    }, shapes)
    await to.evaluate(async (all) => {
      for (const data of all) {
        postMessage(data, '*')
        for (const source of [...document.querySelectorAll('iframe')].map((frame) => frame.contentWindow))
          dispatchEvent(new MessageEvent('message', { data, origin: 'https://evil.example', source }))
      }
      // Earlier messages are handled before this one.
      await new Promise((resolve) => setTimeout(resolve))
    }, shapes)
  }

  it('ignores replayed and forged messages that do not come from the port of the frame (X-3)', async () => {
    const { page } = await setup.open({ hasOneTap: true })
    const here = page.url()
    const opening = page.waitForEvent('popup')
    await page.evaluate((url) => void globalThis.open(url), party.url)
    const attacker = await opening
    await attacker.waitForLoadState()
    const options = { login_redirect_url: here, signup_redirect_url: here }

    // A first start, whose messages the attacker recorded.
    const overheard = page.waitForResponse(start)
    expect(await page.evaluate((of) => app.client.oauth.googleOneTap.create(of).then((r) => r.success), options)).toBe(
      true,
    )
    const replayed = (await (await overheard).json()) as Record<string, string>

    // The frame accepts messages of its page only.
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/v1/frame/one_tap/')) asked += 1
    })
    const call = { method: 'oneTapStart', args: [{ publicToken }] }
    const ask = (of: Page, isAttacker: boolean) =>
      of.evaluate(
        ([message, isOther]) => {
          const { port1, port2 } = new MessageChannel()
          const heard: unknown[] = []
          Object.assign(globalThis, { heard })
          const target = (isOther ? (opener as Window) : globalThis).frames[0]
          target?.postMessage(message, '*', [port2])
          return new Promise<boolean>((resolve) => {
            port1.onmessage = ({ data }) => {
              heard.push(data)
              resolve((data as { success: boolean }).success)
            }
            if (isOther) resolve(false)
          })
        },
        [call, isAttacker] as const,
      )
    await ask(attacker, true)
    expect(await ask(page, false)).toBe(true)
    const heard = await attacker.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard)
    expect([asked, heard]).toEqual([1, []])

    // A second start waits for its response.
    const starting = await holdFrame(page, start)
    const answered = page.waitForResponse(start)
    await page.evaluate((of) => {
      const made = app.client.oauth.googleOneTap.create(of)
      const state = { made, isMade: false }
      Object.assign(globalThis, { state })
      void made.then(() => {
        state.isMade = true
      })
    }, options)
    await starting.arrived
    const evil = { redirect_url: 'https://evil.example/' }
    const shapes = [
      ...[evil, replayed, { googleClientId: 'x', oauthCallbackId: 'x', csrfToken: 'x', scriptUrl: 'x' }].flatMap(
        (payload) => [{ success: true, payload }, payload],
      ),
      { success: false, error: { name: 'oauth_config_not_found', message: '' } },
      { method: 'oneTapSubmit', args: [{ idToken: 'x' }] },
      { type: 'latchkey', session_token: 'x', session_jwt: 'x' },
    ]
    await say(page, attacker, shapes)
    const isMade = (): Promise<boolean> =>
      page.evaluate(() => (globalThis as unknown as { state: { isMade: boolean } }).state.isMade)
    expect([await isMade(), page.url()]).toEqual([false, here])
    starting.release()
    await expect.poll(isMade).toBe(true)

    // The result is from the frame, not from the replayed message.
    await page.evaluate(async () => {
      const { state } = globalThis as unknown as {
        state: { made: ReturnType<typeof app.client.oauth.googleOneTap.create> }
      }
      const made = await state.made
      if (made.success) void made.prompt.render()
    })
    const prompt = page.locator('iframe[title="Sign in with Google"]')
    const { searchParams } = new URL((await prompt.getAttribute('src')) ?? '')
    const { csrfToken } = (await (await answered).json()) as { csrfToken: string }
    expect([searchParams.get('nonce'), csrfToken === replayed.csrfToken]).toEqual([csrfToken, false])

    // The id of the prompt is not a secret and useless to an attacker.
    const chosen = page
      .frameLocator('iframe[title="Sign in with Google"]')
      .getByRole('button', { name: /Grace Hopper/ })
    await chosen.waitFor()
    const id = { latchkeyOneTap: searchParams.get('id') }
    const submitting = await holdFrame(page, submit)
    asked = 0
    await say(page, attacker, [...shapes, { ...id, credential: 'x' }, { ...id, dismissed: true }])
    expect([await prompt.count(), asked, page.url()]).toEqual([1, 0, here])

    // Nor while the frame processes the choice; then the page follows the URL of the frame.
    await chosen.click()
    await submitting.arrived
    await say(page, attacker, [...shapes, { ...id, credential: 'x' }])
    expect([asked, page.url(), await page.evaluate(() => app.client.session.getSync())]).toEqual([1, here, null])
    submitting.release()
    await expect.poll(() => signedInAs(page).catch(() => null)).toBe('grace@example.com')
    await attacker.close()
  })
})
