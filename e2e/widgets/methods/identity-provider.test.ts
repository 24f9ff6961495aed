import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage } from '../../browser.ts'
import type { Embedding, ShowOptions } from '../../hosts/host-login.ts'
import { type Build, builds } from '../../hosts/host-site.ts'
import { isFull, turn } from '../matrix.ts'
import { signInQuietly } from '../passkey-page.ts'
import { newSignIn, type RelyingParty, redeem, type SignIn, startRelyingParty } from '../relying-party.ts'
import {
  announced,
  axeViolations,
  button,
  events,
  focused,
  hold,
  root,
  screen,
  signedInAs,
  watchAnnouncements,
  watchCalls,
} from '../widget-page.ts'
import { prepareWidgets, type Shown } from '../widget-setup.ts'

const setup = prepareWidgets({ hasOwnProvider: true })
let party: RelyingParty
let issuer: string

beforeAll(async () => {
  party = await startRelyingParty(setup)
})
afterAll(() => party?.close())

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true })
const text = (page: Page, words: string): Locator => root(page).getByText(words, { exact: true })
const state = (page: Page): Promise<string | null> => root(page).getAttribute('data-state')
const happened = (...names: string[]): unknown[] =>
  names.map((name) => ({ type: `OAUTH_AUTHORIZE_FLOW_${name}`, data: { client_id: party.id } }))

interface OpenOptions extends ShowOptions {
  build?: Build
  query?: Record<string, string>
  isSignedIn?: boolean
}

async function show(page: Page, wanted: ShowOptions = {}): Promise<void> {
  await page.evaluate((options) => app.show(options), { widget: 'identity-provider', ...wanted } as const)
}

/** The consent page with the documented CSP, opened with a query. */
async function open({ build, query, isSignedIn = true, ...wanted }: OpenOptions = {}): Promise<Shown> {
  const shown = await setup.open({ ...(build && { build }), hasPromisedPolicy: true, query: query ?? asked() })
  if (isSignedIn) await signInQuietly(setup.provider.url, shown.page)
  await show(shown.page, wanted)
  return shown
}

/** Mounts the widget again on the same page with another query. */
async function showAgain(page: Page, query: Record<string, string>, wanted: ShowOptions = {}): Promise<void> {
  await page.evaluate((search) => {
    app.remove()
    app.events.length = 0
    app.errors.length = 0
    history.replaceState(null, '', `?${search}`)
  }, new URLSearchParams(query).toString())
  await show(page, wanted)
}

const complained = (page: Page, name: 'message' | 'error_type'): Promise<unknown[]> =>
  page.evaluate((of) => app.errors.map((error) => Reflect.get(Object(error), of)), name)

const asked = (change: Record<string, string> = {}): Record<string, string> => ({
  ...{ client_id: party.id, redirect_uri: party.callback },
  ...change,
})

/** Waits until the confirmation is over. */
async function ready(page: Page): Promise<void> {
  await page.locator('.latchkey[data-screen=idp_consent][data-state=ready]').waitFor()
}

/** The fields that the form has sent. The response has no content, so the browser stays on the page. */
async function keepPage(page: Page): Promise<Record<string, string>[]> {
  const forms: Record<string, string>[] = []
  await page.route(
    ({ pathname }) => pathname === '/sdk/v1/oauth/authorize',
    (route) => {
      forms.push(Object.fromEntries(new URLSearchParams(route.request().postData() ?? '')))
      return route.fulfill({ status: 204 })
    },
  )
  return forms
}

/** Follows the redirect from the client application to the consent page, signed in or not. */
async function begin(context: BrowserContext, { query }: SignIn): Promise<Shown & { policy: string }> {
  let policy = ''
  context.on('response', (response) => {
    if (response.url().startsWith(setup.site.url) && response.request().isNavigationRequest())
      policy = response.headers()['content-security-policy'] ?? ''
  })
  const shown = { context, ...(await openPage(context, `${issuer}/oauth2/authorize?${new URLSearchParams(query)}`)) }
  setup.watch(shown)
  await shown.page.waitForURL((url) => url.origin === setup.site.url)
  return { ...shown, policy }
}

const allEmbeddings: [Embedding, boolean][] = [
  ['component', false],
  ['strict', true],
  ['mount', false],
  ['element', true],
]
const combinations = isFull
  ? builds.flatMap((build) =>
      allEmbeddings.map(([embedding, enableShadowDOM]) => ({ build, embedding, enableShadowDOM })),
    )
  : turn(4)

it.each(combinations)(
  'on $build as a $embedding, shadow DOM $enableShadowDOM, a user grants consent [W-A-01] [W-A-05] [W-A-06] [W-IDP-01] [W-IDP-17] [W-IDP-19] [W-IDP-21]',
  async ({ build, embedding, enableShadowDOM }) => {
    const { page } = await open({ build, embedding, ...(enableShadowDOM && { config: { enableShadowDOM } }) })
    await heading(page, 'Sign in to Notes with Latchkey Demo').waitFor()
    expect(await page.getByRole('button').allTextContents()).toEqual(['Not you? Switch account', 'Allow', 'Deny'])
    expect(await axeViolations(page)).toEqual([])
    await ready(page)
    await button(page, 'Allow').click()
    await page.waitForURL(party.isCallback)
    expect(new URL(page.url()).searchParams.get('code')).toEqual(expect.any(String))
  },
)

it('works under the documented CSP: consent and tokens, automatic the second time, new scopes marked the third time, and logout [W-IDP-07] [W-IDP-23] [W-OUT-09]', async () => {
  const context = await setup.newContext()
  const { page: home } = await setup.open({}, context)
  const email = await signInQuietly(setup.provider.url, home)
  issuer = await home.evaluate(() => {
    const [, claims = ''] = app.client.session.getTokens()?.session_jwt.split('.') ?? []
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).iss
  })
  const first = newSignIn(party)
  const { page, policy } = await begin(context, first)
  expect(policy).toContain("trusted-types 'none'")
  // `prompt` carries a reference to the stored request, and the page passes it on unchanged.
  expect(new URL(page.url()).searchParams.get('prompt')).toContain('latchkey_request_')
  await show(page)
  await ready(page)
  await text(page, 'See your email address').waitFor()
  await text(page, `You are logged in as ${email}.`).waitFor()
  expect(await page.locator('.latchkey-idp-new').count()).toBe(0)
  await button(page, 'Allow').click()
  await page.waitForURL(party.isCallback)
  const told = Object.fromEntries(new URL(page.url()).searchParams)
  expect(told).toMatchObject({ state: first.query.state, iss: issuer })
  const { claims, scope } = await redeem(issuer, party, told.code ?? '', first.verifier)
  expect([scope, claims]).toMatchObject(['openid email', { email, nonce: first.query.nonce, aud: party.id }])

  const second = newSignIn(party)
  const { page: again } = await begin(context, second)
  await show(again)
  await again.waitForURL(party.isCallback)
  const { code = '' } = Object.fromEntries(new URL(again.url()).searchParams)
  const { idToken } = await redeem(issuer, party, code, second.verifier)

  const third = newSignIn(party, { scope: 'openid email notes:read' })
  const { page: more } = await begin(context, third)
  await show(more)
  await text(more, 'Notes asks for more than you have allowed before.').waitFor()
  expect(await more.getByRole('listitem').allTextContents()).toEqual(['See your email address', 'Read your notesNew'])
  expect(await axeViolations(more)).toEqual([])
  await button(more, 'Deny').click()
  await more.waitForURL(party.isCallback)
  expect(Object.fromEntries(new URL(more.url()).searchParams)).toMatchObject({
    ...{ error: 'access_denied', state: third.query.state },
  })

  const query = { client_id: party.id, post_logout_redirect_uri: party.bye, id_token_hint: idToken, state: 'done' }
  const { page: last } = await setup.open({ query, hasPromisedPolicy: true }, context)
  await show(last)
  await last.waitForURL(party.isBye)
  expect(new URL(last.url()).search).toBe('?state=done')
  expect(await home.evaluate(() => app.client.session.getSync())).toBeNull()
})

describe('a request', () => {
  it('without a required parameter is reported to the user and the page [W-IDP-03] [W-IDP-04] [W-IDP-08] [W-OUT-01] [W-OUT-02]', async () => {
    const { page } = await open({ query: {}, isSignedIn: false })
    for (const [query, param] of [
      [{ redirect_uri: 'https://notes.example/' }, 'client_id'],
      [{ client_id: 'c' }, 'redirect_uri'],
      [{ post_logout_redirect_uri: 'https://notes.example/' }, 'client_id'],
      [{ client_id: 'c', post_logout_redirect_uri: '' }, 'post_logout_redirect_uri'],
    ] as [Record<string, string>, string][]) {
      await showAgain(page, query)
      const words = `Required parameter is missing: ${param}. Please reach out to the application developer.`
      await text(page, words).waitFor()
      await expect.poll(() => complained(page, 'message')).toEqual([words])
    }
    expect(await axeViolations(page)).toEqual([])
  })

  it('needs a session, continues after a sign-in, and has default scopes [W-IDP-02] [W-IDP-05] [W-IDP-06] [W-IDP-09] [W-IDP-10]', async () => {
    const { page } = await open({ isSignedIn: false })
    const noSession = text(page, 'No active session detected. Please log in to continue.')
    await noSession.waitFor()
    // Before the provider names the client application, its host name is shown.
    await heading(page, `Log in to continue to ${new URL(party.callback).hostname}`).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => app.errors.length)).toBe(1)
    expect(await events(page)).toEqual([])
    const calls = watchCalls(page, '/oauth/authorize/start')
    await signInQuietly(setup.provider.url, page)
    await screen(page, 'idp_consent')
    expect(calls.map((call) => call.postDataJSON())).toEqual([
      { ...asked(), response_type: 'code', scope: 'openid email profile' },
    ])
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      'See your name, your picture and your email address',
    ])
    expect((await focused(page)).text).toBe('Sign in to Notes with Latchkey Demo')
    await button(page, 'Not you? Switch account').click()
    await noSession.waitFor()
    // With prompt=none the client application gets an error.
    await showAgain(page, asked({ prompt: 'none', state: 'silent' }))
    await page.waitForURL(party.isCallback)
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['login_required', 'silent'])
  })

  it('shows a spinner until the provider responds, and the reason of a rejection [W-IDP-11] [W-IDP-12] [W-IDP-15] [W-IDP-16] [W-EVT-05]', async () => {
    const { page, context } = await open()
    await screen(page, 'idp_consent')
    for (const path of ['/oauth/authorize/start', '/projects/bootstrap/']) {
      await page.evaluate(() => localStorage.clear())
      const held = await hold(context, path)
      await page.reload()
      await show(page)
      await held.arrived
      await page.locator('.latchkey[data-screen=idp_loading] [role=status]', { hasText: 'Loading…' }).waitFor()
      held.release()
      await screen(page, 'idp_consent')
    }
    await showAgain(page, asked({ client_id: 'unknown' }))
    await heading(page, 'Looks like there was an error!').waitFor()
    await text(page, 'The client application is not registered with the project.').waitFor()
    await expect.poll(() => complained(page, 'error_type')).toEqual(['oauth_client_not_found'])
    await expect
      .poll(() => events(page))
      .toEqual([{ type: 'OAUTH_AUTHORIZE_FLOW_START', data: { client_id: 'unknown' } }])
    expect(await axeViolations(page)).toEqual([])
  })
})

describe('the consent screen', () => {
  it('shows the requested scopes and those that cannot be granted, with the strings and colors of the host page [W-IDP-20] [W-IDP-22] [W-IDP-29] [W-IDP-30] [W-IDP-34] [W-IDP-35] [W-IDP-36] [W-IDP-37] [W-IDP-38] [W-A-05]', async () => {
    const { page, complaints } = await open({ query: asked({ scope: 'openid notes:read notes:write' }) })
    await heading(page, 'Notes wants to access your Latchkey Demo account').waitFor()
    expect(await page.getByRole('list').first().getByRole('listitem').allTextContents()).toEqual([
      'Recognize you when you come back',
      'Read your notes',
    ])
    const notice = text(page, 'You do not have permissions to grant Notes access to some of the requested scopes.')
    const inside = text(page, "You cannot grant Notes's request to:")
    expect(await inside.isVisible()).toBe(false)
    await notice.click()
    await inside.waitFor()
    await text(page, 'Use the notes:write scope').waitFor()
    expect(await axeViolations(page)).toEqual([])

    const items = [{ text: 'Your <b>notes</b>', details: ['Titles', 'Texts'] }, { text: 'Your folders' }]
    const manifest = [
      { header: 'To be seen:', items },
      { header: 'Else:', items: ['All'] },
    ]
    const styles = { logo: { logoImageUrl: '/logo.svg' }, colors: { primary: '#ff0000' } }
    await showAgain(page, asked(), { manifest, styles, strings: { 'idp.allow': 'Let it in' } })
    await heading(page, 'To be seen:').waitFor()
    await heading(page, 'Else:').waitFor()
    await text(page, 'Your folders').waitFor()
    await root(page).getByText('Your <b>notes</b>').waitFor()
    expect(await text(page, 'Titles').isVisible()).toBe(false)
    await text(page, 'Details').click()
    await text(page, 'Titles').waitFor()
    const usual = text(page, 'See your name, your picture and your email address')
    expect(await usual.count()).toBe(0)
    await button(page, 'Let it in').waitFor()
    await page.locator('.latchkey img[src="/logo.svg"]').waitFor()
    expect(await root(page).evaluate((element) => getComputedStyle(element).color)).toBe('rgb(255, 0, 0)')

    for (const unreadable of ['No words.', [{ header: 7 }]]) {
      await showAgain(page, asked(), { manifest: unreadable })
      await usual.waitFor()
      expect(complaints.splice(0)).toEqual([expect.stringContaining('The consent manifest is not shown.')])
      await expect.poll(() => page.evaluate(() => app.errors.length)).toBe(1)
    }
  })

  it('X-6: Allow is disabled for half a second after it appears and after the window or tab becomes active again', async () => {
    const { page } = await setup.open({ hasPromisedPolicy: true, query: asked() })
    await signInQuietly(setup.provider.url, page)
    const sent = watchCalls(page, '/oauth/authorize')
    await watchAnnouncements(page)
    // A click that was meant for earlier content at the same position.
    await page.evaluate(() => {
      const button = (): HTMLElement | null => document.querySelector('.latchkey button[type=submit]')
      const watched = new MutationObserver(() => {
        button()?.click()
        if (button()) watched.disconnect()
      })
      watched.observe(document.body, { childList: true, subtree: true })
    })
    await show(page)
    const warning = 'Nothing was allowed yet. Take a moment to read what you allow, then choose again.'
    const warnings = async (): Promise<number> => (await announced(page)).filter((said) => said === warning).length
    await expect.poll(warnings).toBe(1)
    await ready(page)
    for (const name of ['focus', 'visibilitychange']) {
      const before = await warnings()
      const waited = await page.evaluate(async (type) => {
        const began = performance.now()
        const target = type === 'focus' ? globalThis : document
        target.dispatchEvent(new Event(type))
        document.querySelector<HTMLElement>('.latchkey button[type=submit]')?.click()
        for (const state of ['reading', 'ready'])
          while (!document.querySelector(`.latchkey[data-state=${state}]`))
            await new Promise((resolve) => setTimeout(resolve, 5))
        return performance.now() - began
      }, name)
      expect(waited).toBeGreaterThan(490)
      await expect.poll(warnings).toBe(before + 1)
    }
    expect(await button(page, 'Allow').getAttribute('aria-disabled')).toBe('false')
    // The notice stays for users who see the page. It is not below Allow: that would move Deny under the pointer.
    const [notice, allow] = await Promise.all([text(page, warning).boundingBox(), button(page, 'Allow').boundingBox()])
    expect(notice?.width).toBeGreaterThan(200)
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(allow?.y ?? 0)
    const { pathname: start } = new URL(sent[0]?.url() ?? '')
    expect([sent.length, start, await events(page)]).toEqual([1, '/sdk/v1/oauth/authorize/start', happened('START')])
    await button(page, 'Allow').click()
    await page.waitForURL(party.isCallback)
  })

  it('X-6: inside a frame of another page an error replaces the consent screen', async () => {
    const context = await setup.newContext()
    const of = setup.site.page({ query: asked(), hasPromisedPolicy: true })
    const shown = { context, ...(await openPage(context, `${party.url}/frame?${new URLSearchParams({ of })}`)) }
    setup.watch(shown)
    const frame = shown.page.frames()[1]
    if (!frame) throw new Error('There is no frame.')
    await frame.waitForFunction(() => 'app' in globalThis)
    await frame.evaluate(() => app.show({ widget: 'identity-provider' }))
    await frame.getByText('This page is shown inside another one').waitFor()
    expect(await frame.getByRole('button').count()).toBe(0)
  })
})

describe('the answer', () => {
  it('Allow and Deny are reported to user, page and provider, limited to grantable scopes [W-IDP-21] [W-IDP-25] [W-IDP-26] [W-IDP-27] [W-IDP-28] [W-EVT-05] [W-EVT-06] [W-EVT-07]', async () => {
    const { page } = await open({ query: asked({ scope: 'openid notes:read notes:write' }) })
    await ready(page)
    const forms = await keepPage(page)
    await page.evaluate(() => {
      const places: string[] = []
      Object.assign(globalThis, { places })
      const note = (): void => {
        const { screen, state } = document.querySelector<HTMLElement>('.latchkey')?.dataset ?? {}
        if (places.at(-1) !== `${screen}/${state}`) places.push(`${screen}/${state}`)
      }
      new MutationObserver(note).observe(document.body, { attributes: true, childList: true, subtree: true })
    })
    await button(page, 'Allow').click()
    await heading(page, 'Success!').waitFor()
    const places = await page.evaluate(() => (globalThis as unknown as { places: string[] }).places)
    expect(places.slice(-2)).toEqual(['idp_consent/submitting', 'idp_success/authorize'])
    await text(page, 'You are on your way back to Notes.').waitFor()
    // The form sends the session token and removes it from the page.
    expect(await page.locator('[name=__Authorization]').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await expect.poll(() => events(page)).toEqual(happened('START', 'COMPLETE'))

    await showAgain(page, asked({ state: 's' }))
    await screen(page, 'idp_consent')
    await button(page, 'Deny').click()
    await text(page, 'Access to the application was denied.').waitFor()
    await button(page, 'Back to Notes').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await expect.poll(() => events(page)).toEqual(happened('START', 'CONSENT_DENIED'))
    expect(forms).toMatchObject([
      { ...asked(), scope: 'openid notes:read', consent_granted: 'true' },
      { ...asked({ state: 's' }), consent_granted: 'false', consent_denied: 'true' },
    ])
  })
})

describe('the redirect to the client application', () => {
  it('has one code after a double click, after a reload, in two tabs and after going back (O-16)', async () => {
    const query = (state: string) => asked({ scope: 'openid notes:read', state, prompt: 'consent' })
    const first = await open({ query: query('first') })
    const { page, context } = first
    await ready(page)
    // A second tab opens a request of the same client application before the first one is answered.
    const second = await setup.open({ hasPromisedPolicy: true, query: query('second') }, context)
    await show(second.page)
    await ready(second.page)
    await page.reload()
    await show(page)
    for (const [tab, state] of [
      [page, 'first'],
      [second.page, 'second'],
    ] as const) {
      const sent = watchCalls(tab, '/oauth/authorize')
      await ready(tab)
      await button(tab, 'Allow').dblclick({ noWaitAfter: true })
      await tab.waitForURL(party.isCallback)
      const { searchParams } = new URL(tab.url())
      expect([searchParams.get('state'), searchParams.get('code')]).toEqual([state, expect.any(String)])
      expect(sent.filter((call) => call.url().endsWith('/oauth/authorize'))).toHaveLength(1)
    }
    const before = page.url()
    await page.goBack()
    await page.waitForFunction(() => 'app' in globalThis)
    await show(page)
    await ready(page)
    await button(page, 'Allow').click()
    await page.waitForURL((url) => party.isCallback(url) && url.href !== before)
    expect(new URL(page.url()).searchParams.get('code')).not.toBeNull()
  })
})

describe('a logout', () => {
  it('needs a confirmation: No keeps the session, and Yes ends it [W-IDP-02] [W-OUT-05] [W-OUT-06] [W-OUT-07] [W-OUT-09] [W-OUT-10] [W-OUT-11]', async () => {
    const query = { client_id: party.id, post_logout_redirect_uri: party.bye, state: 's' }
    const { page, context } = await open({ query })
    await heading(page, 'Log out?').waitFor()
    await text(page, 'Are you sure you want to log out of your Latchkey Demo account?').waitFor()
    expect(await page.getByRole('button').allTextContents()).toEqual(['Yes', 'No'])
    expect(await axeViolations(page)).toEqual([])
    await button(page, 'No').click()
    await text(page, 'You have not been logged out. You may close this page.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect([await signedInAs(page), await state(page)]).toEqual([expect.any(String), 'logout'])

    const { page: other } = await setup.open({}, context)
    await showAgain(page, query)
    await button(page, 'Yes').click()
    await page.waitForURL(party.isBye)
    expect(new URL(page.url()).search).toBe('?state=s')
    await expect.poll(() => other.evaluate(() => app.client.session.getSync())).toBeNull()
  })
})
