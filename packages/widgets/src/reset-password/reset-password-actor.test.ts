import type { Testkit } from '@latchkey/testkit'
import { createTestkit } from '@latchkey/testkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WidgetEvent } from '../flow/widget-events.ts'
import { rememberResetEmail } from '../methods/passwords/reset-email.ts'
import { createResetPasswordFlow } from './create-reset-password-flow.ts'
import type { ResetPasswordConfig } from './reset-password.config.ts'
import type { ResetPasswordScreen } from './reset-password.flow.ts'
import { forgetLanding, takeLanding } from './take-landing.ts'

const ada = 'ada@example.com'
const secret = 'mossy lantern tide 42 correct'
const patience = 20_000

let testkit: Testkit
afterEach(() => testkit.close())

/** A user with a password has requested a reset email. Returns the URLs of its links. */
async function forgotten(): Promise<{ reset: string; login: string }> {
  testkit = await createTestkit()
  await testkit.client.passwords.create({ email: ada, password: secret, session_duration_minutes: 30 })
  await testkit.client.session.revoke()
  await testkit.client.passwords.resetByEmailStart({ email: ada })
  const links = testkit.inbox.messages(ada)[0]?.links ?? []
  const [reset = '', login = ''] = await Promise.all(links.map((link) => testkit.follow(link)))
  return { reset, login }
}

/** The flow on the page that a link leads to, in another tab or in another browser. */
function land(href: string, config?: ResetPasswordConfig, open: 'openTab' | 'openBrowser' = 'openTab') {
  const { client, tab } = testkit[open]({}, href)
  const events: WidgetEvent[] = []
  const errors: Error[] = []
  const flow = createResetPasswordFlow(client, config, {
    callbacks: { onEvent: (event) => events.push(event), onError: (error) => errors.push(error) },
  })
  const address = tab.platform.location.href
  flow.start()
  const reach = (screen: ResetPasswordScreen, status?: string) =>
    vi.waitFor(() => {
      const state = flow.getState()
      expect([state.screen, 'status' in state ? state.status : undefined]).toEqual([screen, status])
      return state
    }, patience)
  async function choose(password: string): Promise<void> {
    flow.send({ type: 'password_changed', value: password })
    await testkit.clock.advance(500)
    await vi.waitFor(() => {
      const state = flow.getState()
      expect('strength' in state && state.strength.status).toBe('known')
    }, patience)
    flow.send({ type: 'password_submitted' })
  }
  const bodies = (path: string): unknown[] =>
    testkit.network.requests.filter((request) => request.path === `/sdk/v1${path}`).map(({ body }) => body)
  return { client, flow, events, errors, address, reach, choose, bodies }
}

describe('the page of a reset link', () => {
  it('has no token in its URL, sets the password and signs in [W-RST-06] [W-CFG-14]', async () => {
    const { reset } = await forgotten()
    expect(reset).toContain('token=')
    const page = land(reset, { sessionOptions: { sessionDurationMinutes: 60 } })
    expect(page.address).toBe('https://app.example.com/')
    await page.reach('password_reset_form', 'editing')
    await page.choose(`${secret} again`)
    await page.reach('password_reset_verify_confirmation', 'success')
    expect(page.bodies('/passwords/email/reset')).toEqual([
      {
        token: new URL(reset).searchParams.get('token'),
        password: `${secret} again`,
        session_duration_minutes: 60,
        code_verifier: expect.any(String),
      },
    ])
    expect(page.client.user.getSync()?.emails[0]?.email).toBe(ada)
    await expect
      .poll(() => page.events)
      .toEqual([
        { type: 'PASSWORD_RESET_BY_EMAIL', data: {} },
        { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
      ])
  })

  it('explains that another browser is the wrong one, and sends a link that works there', async () => {
    const { reset } = await forgotten()
    const page = land(reset, {}, 'openBrowser')
    await page.choose(`${secret} again`)
    await vi.waitFor(() => {
      const state = page.flow.getState()
      expect('failure' in state && state.failure?.error_type).toBe('pkce_mismatch')
    }, patience)
    page.flow.send({ type: 'new_link_clicked' })
    page.flow.send({ type: 'email_changed', value: ada })
    page.flow.send({ type: 'email_submitted' })
    await page.reach('password_forgot')
    expect(page.errors.map(({ name }) => name)).toEqual(['ApiError'])
    const again = createResetPasswordFlow(
      page.client,
      {},
      { passwordResetToken: testkit.inbox.lastToken(ada), callbacks: {} },
    )
    again.start()
    again.send({ type: 'password_changed', value: `${secret} again` })
    await testkit.clock.advance(500)
    await vi.waitFor(() => {
      again.send({ type: 'password_submitted' })
      expect(again.getState().screen).toBe('password_reset_verify_confirmation')
    }, patience)
  })
})

describe('a reset link that a widget requested', () => {
  /** A user asks for a new link on the reset page, and opens it in the same browser. */
  async function askedHere(...emails: readonly string[]) {
    await forgotten()
    const { client } = testkit.openTab({}, 'https://app.example.com/')
    for (const email of emails) {
      if (email !== ada) {
        await client.passwords.create({ email, password: secret, session_duration_minutes: 30 })
        await client.session.revoke()
      }
      const asking = createResetPasswordFlow(client)
      asking.start()
      asking.send({ type: 'new_link_clicked' })
      asking.send({ type: 'email_changed', value: email })
      asking.send({ type: 'email_submitted' })
      await vi.waitFor(() => expect(asking.getState().screen).toBe('password_forgot'), patience)
    }
    const [reset = ''] = testkit.inbox.messages(ada).at(-1)?.links ?? []
    return testkit.follow(reset)
  }

  it('opens a form that names the address, which is forgotten after the reset', async () => {
    const page = land(await askedHere(ada))
    expect(page.flow.getState()).toMatchObject({ screen: 'password_reset_form', email: ada })
    await page.choose(`${secret} again`)
    await page.reach('password_reset_verify_confirmation', 'success')
    expect(page.bodies('/passwords/strength_check').at(-1)).toEqual({ password: `${secret} again`, email: ada })
    expect(createResetPasswordFlow(page.client).getState()).toMatchObject({ screen: 'error', email: '' })
  })

  it('is sent in the language of the widget', async () => {
    await forgotten()
    const { client } = testkit.openTab({}, 'https://app.example.com/')
    const asking = createResetPasswordFlow(client, {}, { locale: 'fr' })
    asking.start()
    asking.send({ type: 'new_link_clicked' })
    asking.send({ type: 'email_changed', value: ada })
    asking.send({ type: 'email_submitted' })
    await vi.waitFor(() => expect(asking.getState().screen).toBe('password_forgot'), patience)
    const calls = testkit.network.requests.filter(({ path }) => path === '/sdk/v1/passwords/email/reset/start')
    expect(calls.at(-1)?.body).toMatchObject({ email: ada, locale: 'fr' })
  })

  it('names no address in another browser, or if links were sent to two addresses', async () => {
    const reset = await askedHere(ada)
    expect(land(reset, {}, 'openBrowser').flow.getState()).toMatchObject({ email: '' })
    await testkit.close()
    const second = await askedHere('bob@example.com', ada)
    expect(land(second).flow.getState()).toMatchObject({ screen: 'password_reset_form', email: '' })
  })

  it('names no address after the proof key has expired', async () => {
    const reset = await askedHere(ada)
    await testkit.clock.advance(31 * 60_000)
    expect(land(reset).flow.getState()).toMatchObject({ email: '' })
  })

  it('offers a new link to the same address after it was used', async () => {
    await askedHere(ada)
    const { client, tab } = testkit.openTab(
      {},
      'https://app.example.com/?latchkey_token_type=reset_password&latchkey_error=unable_to_auth_magic_link&page=2',
    )
    const flow = createResetPasswordFlow(client)
    expect([flow.getState(), tab.platform.location.href]).toMatchObject([
      { screen: 'error', token: null, failure: { error_type: 'unable_to_auth_magic_link' } },
      'https://app.example.com/?page=2',
    ])
    flow.send({ type: 'new_link_clicked' })
    expect(flow.getState()).toMatchObject({ screen: 'password_email', email: ada })
  })
})

describe('the page of the login link', () => {
  it('signs in at once, with the session’s length [W-RST-03] [W-CFG-14]', async () => {
    const { login } = await forgotten()
    const page = land(login)
    expect([page.address, page.flow.getState()]).toMatchObject([
      'https://app.example.com/',
      { screen: 'logged_in', status: 'verifying' },
    ])
    await page.reach('logged_in', 'success')
    expect(page.bodies('/magic_links/authenticate')).toMatchObject([{ session_duration_minutes: 30 }])
    await expect.poll(() => page.events).toEqual([{ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }])
  })

  it('ends signed in if a signed-in user opens the used link again, and shows others that it has expired', async () => {
    const { login } = await forgotten()
    const first = land(login)
    await first.reach('logged_in', 'success')
    const link = testkit.inbox.messages(ada).find(({ links }) => links.length > 1)?.links[1] ?? ''
    const checked = await testkit.follow(link)
    expect(checked).toContain('latchkey_error=unable_to_auth_magic_link')
    const used = { failure: { error_type: 'unable_to_auth_magic_link' } }
    for (const href of [login, checked]) {
      const again = land(href)
      await again.reach('logged_in', 'success')
      await expect.poll(() => again.events).toEqual([{ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }])
      expect([again.address, again.errors]).toEqual(['https://app.example.com/', []])
    }
    // A used link for a new password shows its error: the user wanted a new one.
    expect(await land(checked.replace('=login', '=reset_password')).reach('error')).toMatchObject(used)
    // This browser waits for another link.
    rememberResetEmail(first.client, ada)
    await first.client.passwords.resetByEmailStart({ email: ada })
    for (const href of [login, checked]) expect(await land(href).reach('error')).toMatchObject(used)
    await first.client.session.revoke()
    for (const href of [login, checked]) expect(await land(href).reach('error')).toMatchObject(used)
  })
})

describe('a token', () => {
  it('wins over an error, which counts only with a token type', async () => {
    testkit = await createTestkit()
    const landed = (query: string) => takeLanding(testkit.openTab({}, `https://app.example.com/?${query}`).client, null)
    const type = 'latchkey_token_type=reset_password'
    expect([
      landed(`${type}&latchkey_error=no`),
      landed(`${type}&latchkey_error=no&token=a`),
      landed('latchkey_error=no'),
    ]).toEqual([
      { token: null, isLogin: false, errorType: 'no' },
      { token: 'a', isLogin: false },
      { token: null, isLogin: false },
    ])
  })

  it('of the host page wins over the one in the URL, and a foreign one stays there', async () => {
    testkit = await createTestkit()
    const given = createResetPasswordFlow(
      testkit.openTab({}, 'https://app.example.com/?latchkey_token_type=reset_password&token=a&page=2').client,
      {},
      { passwordResetToken: 'b' },
    )
    expect(given.getState()).toMatchObject({ screen: 'password_reset_form', token: 'b' })
    const { client, tab } = testkit.openTab({}, 'https://app.example.com/?token=theirs')
    createResetPasswordFlow(client, {}, { passwordResetToken: 'b' })
    expect(tab.platform.location.href).toBe('https://app.example.com/?token=theirs')
  })

  it('that was removed from the URL is kept for the next mount until it is spent', async () => {
    const { reset } = await forgotten()
    const first = land(reset)
    const token = new URL(reset).searchParams.get('token')
    expect(first.address).toBe('https://app.example.com/')
    expect(createResetPasswordFlow(first.client).getState()).toMatchObject({ screen: 'password_reset_form', token })
    // A client of another page does not have it.
    const { client: other } = testkit.openTab({}, 'https://app.example.com/')
    expect(createResetPasswordFlow(other).getState()).toMatchObject({ screen: 'error', token: null })
    await first.choose(`${secret} again`)
    await first.reach('password_reset_verify_confirmation', 'success')
    expect(createResetPasswordFlow(first.client).getState()).toMatchObject({ screen: 'error', token: null })
  })

  it('stays while the host page passes none, spent or not, and is replaced by a new one', async () => {
    testkit = await createTestkit()
    const { client } = testkit.openTab({}, 'https://app.example.com/?token=a&latchkey_token_type=login')
    const shown = takeLanding(client, 'a')
    expect(shown).toEqual({ token: 'a', isLogin: true })
    forgetLanding(client)
    expect([null, undefined, '', 'a'].map((given) => takeLanding(client, given, shown) === shown)).toEqual(
      Array(4).fill(true),
    )
    expect(takeLanding(client, 'b', shown)).toEqual({ token: 'b', isLogin: false })
  })
})
