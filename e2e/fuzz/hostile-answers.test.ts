import fc from 'fast-check'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostile, tracesOn, untouched } from '../attacks/hostile-texts.ts'
import type { ShowOptions } from '../hosts/host-login.ts'
import type { HostPageOptions } from '../hosts/host-site.ts'
import { plugIn, signInQuietly } from '../widgets/passkey-page.ts'
import { type RelyingParty, startRelyingParty } from '../widgets/relying-party.ts'
import { button, emailField, newEmail, phoneField, root, toPath } from '../widgets/widget-page.ts'
import { prepareWidgets, type Shown } from '../widgets/widget-setup.ts'

const setup = prepareWidgets({ hasOwnProvider: true })
/** Answers into the widgets on pages with the promised policy; 500 in the full run. */
const numRuns = Number(process.env.BROWSER_FUZZ_RUNS ?? 20)

interface Reply {
  status: number
  contentType: string
  body: string
}

const words = fc.constantFrom(
  hostile,
  '',
  '__proto__',
  'javascript:globalThis.hit=1',
  'x'.repeat(5_000),
  '\u202e\u0000',
  '%s',
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  words,
  fc.constantFrom<unknown>(null, true, 7, -1, [], {}),
  fc.jsonValue({ maxDepth: 1 }),
)
const body = fc.oneof(
  fc
    .record({
      error_type: fc.oneof(words, fc.constantFrom('invalid_email', 'captcha_required', 'too_many_requests')),
      error_message: value,
      error_url: value,
      status_code: value,
    })
    .map((error) => JSON.stringify(error)),
  fc
    .dictionary(
      fc.constantFrom(
        ...['method_id', 'status_code', 'request_id', 'session', 'user', 'session_token', 'session_jwt', '__user'],
        ...['user_type', 'valid_password', 'feedback', 'public_key_credential_creation_options', 'oidc_client'],
        ...['consent_required', 'scope_results', 'redirect_uri', 'webauthn_registration_id'],
      ),
      value,
    )
    .map((data) => JSON.stringify({ data })),
  fc.constantFrom(
    '',
    '<html><script>globalThis.hit=1</script>',
    '{"data":',
    'null',
    '[]',
    'Captcha required',
    '{"data":{"__proto__":{"polluted":1}}}',
  ),
)
const reply: fc.Arbitrary<Reply> = fc.record({
  status: fc.constantFrom(200, 200, 201, 400, 401, 403, 404, 429, 500, 502, 503),
  contentType: fc.constantFrom('application/json', 'application/json', 'text/html', 'text/plain', ''),
  body,
})

/** A widget before a server that answers some of its calls as it likes. */
interface Station {
  /** The calls that are answered so. */
  calls: string[]
  page?: () => HostPageOptions
  wanted: ShowOptions
  /** A page with a session, which none of the generated responses ends. */
  isSignedIn?: boolean
  /** Once a page: what has to be there before the widget is. */
  prepare?(page: Page): Promise<unknown>
  /** Screens that wait for the user. */
  isReady(page: Page): Promise<boolean>
  /** The action of the user, after which the widget calls the provider. */
  act(page: Page): Promise<void>
}

const withEmail = async (page: Page): Promise<void> => {
  await emailField(page).fill(newEmail())
  await button(page).click()
}
/** Later screens show the address in a field that cannot be edited. */
const hasEmail = async (page: Page): Promise<boolean> =>
  (await emailField(page).count()) > 0 && (await emailField(page).isEditable())
const again = (page: Page, wanted: ShowOptions): Promise<void> =>
  page.evaluate((options) => {
    app.remove()
    app.show(options)
  }, wanted)
const newSecret = 'another lantern 17 quiet harbour'
let party: RelyingParty

const stations: Record<string, Station> = {
  'login by a code': {
    calls: ['/otps/'],
    wanted: { config: { products: ['otp'], otpOptions: { methods: ['email'] } } },
    isReady: hasEmail,
    act: withEmail,
  },
  'login by a text message': {
    calls: ['/otps/'],
    wanted: { config: { products: ['otp'], otpOptions: { methods: ['sms'] } } },
    isReady: async (page) => (await phoneField(page).count()) > 0,
    async act(page) {
      await phoneField(page).fill('2025550123')
      await button(page).click()
    },
  },
  'login by a link': {
    calls: ['/magic_links/'],
    wanted: { config: { products: ['emailMagicLinks'] } },
    isReady: hasEmail,
    act: withEmail,
  },
  'login by a password, or by another method': {
    calls: ['/users/search', '/passwords', '/otps/', '/webauthn/'],
    wanted: {
      config: { products: ['passwords', 'passkeys', 'otp'], otpOptions: { methods: ['email'] } },
    },
    isReady: hasEmail,
    act: withEmail,
  },
  'the new password': {
    // Not the strength check: without its response the form cannot be submitted.
    calls: ['/passwords/email/reset'],
    page: () => ({ leavesToken: true, query: { token_type: 'reset_password', token: 'abc' } }),
    wanted: { widget: 'reset-password' },
    isReady: async (page) => (await page.locator('.latchkey[data-screen=password_reset_form]').count()) > 0,
    async act(page) {
      await page.locator('input[name=password]').fill('')
      await page.locator('input[name=password]').fill(newSecret)
      await expect.poll(() => button(page).isEnabled()).toBe(true)
      await button(page).click()
    },
  },
  'the strength of a new password': {
    calls: ['/passwords/strength_check'],
    page: () => ({ leavesToken: true, query: { token_type: 'reset_password', token: 'abc' } }),
    wanted: { widget: 'reset-password' },
    isReady: async (page) => (await page.locator('.latchkey[data-screen=password_reset_form]').count()) > 0,
    async act(page) {
      const asked = page.waitForResponse((response) => response.url().endsWith('/passwords/strength_check'))
      await page.locator('input[name=password]').fill('')
      await page.locator('input[name=password]').fill(`${newSecret} ${newEmail()}`)
      await asked
    },
  },
  'a new passkey': {
    calls: ['/webauthn/'],
    wanted: { widget: 'passkey-registration' },
    isSignedIn: true,
    prepare: plugIn,
    isReady: async (page) => (await button(page, 'Create a Passkey').count()) > 0,
    act: (page) => button(page, 'Create a Passkey').click(),
  },
  'a consent': {
    calls: ['/oauth/'],
    page: () => ({
      query: { client_id: party.id, redirect_uri: party.callback, scope: 'openid notes:read', response_type: 'code' },
    }),
    wanted: { widget: 'identity-provider' },
    isSignedIn: true,
    isReady: async () => true,
    act: (page) => again(page, { widget: 'identity-provider' }),
  },
  'a log-out': {
    calls: ['/oauth/'],
    page: () => ({ query: { client_id: party.id, post_logout_redirect_uri: party.bye } }),
    wanted: { widget: 'identity-provider' },
    isSignedIn: true,
    isReady: async () => true,
    act: (page) => again(page, { widget: 'identity-provider' }),
  },
}

beforeAll(async () => {
  party = await startRelyingParty(setup)
})
afterAll(() => party?.close())

let current: Reply | null = null
let answered = 0

async function answer(route: Route): Promise<void> {
  if (current === null || route.request().method() === 'OPTIONS') return route.continue()
  answered += 1
  return route.fulfill({
    ...current,
    headers: {
      'access-control-allow-origin': setup.site.url,
      'access-control-allow-credentials': 'true',
      ...(current.contentType ? { 'content-type': current.contentType } : {}),
    },
  })
}

async function open(station: Station, context?: BrowserContext): Promise<Shown> {
  const shown = await setup.open({ hasPromisedPolicy: true, ...station.page?.() }, context)
  const { page } = shown
  await station.prepare?.(page)
  if (station.isSignedIn && !context) await signInQuietly(setup.provider.url, page)
  await page.route((url) => station.calls.some((path) => toPath(path)(url)), answer)
  await page.evaluate((options) => app.show(options), station.wanted)
  await root(page).waitFor()
  await expect.poll(() => station.isReady(page)).toBe(true)
  return shown
}

/** The widget waits for no response and shows no loading screen. */
const isAtRest = (page: Page): Promise<boolean> =>
  root(page).evaluate(
    (widget) => !widget.querySelector('[aria-busy=true]') && !widget.getAttribute('data-screen')?.endsWith('_loading'),
  )

it('no answer of a hostile server runs, leads away, pollutes, signs out or leaves a widget stuck [I-11]', async () => {
  const shown = new Map<string, Shown>()
  const tried = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(reply, fc.constantFrom(...Object.keys(stations)), async (given, name) => {
      const station = stations[name] as Station
      const before = shown.get(name)
      const isReady = before && (await station.isReady(before.page))
      if (before && !isReady) await before.page.close()
      const one = before && isReady ? before : await open(station, before?.context)
      shown.set(name, one)
      const { page, complaints } = one
      const [address, count] = [page.url(), answered]
      current = given
      try {
        await station.act(page)
        await expect.poll(() => answered).toBeGreaterThan(count)
        await expect.poll(() => isAtRest(page)).toBe(true)
      } finally {
        current = null
      }
      tried.set(name, (tried.get(name) ?? 0) + answered - count)
      expect([name, await tracesOn(page)]).toEqual([name, expect.objectContaining(untouched)])
      const left = await page.evaluate(() => ({
        isPolluted: Object.hasOwn(Object.prototype, 'polluted'),
        isMarked: document.cookie.includes('<'),
        isSignedIn: app.client.session.getSync() !== null,
      }))
      const isSignedIn = station.isSignedIn ?? false
      expect([name, left]).toEqual([name, { isPolluted: false, isMarked: false, isSignedIn }])
      expect([name, page.url(), await root(page).isVisible()]).toEqual([name, address, true])
      // No violation of the content security policy.
      expect([name, complaints.filter((complaint) => complaint.startsWith('policy'))]).toEqual([name, []])
    }),
    { numRuns },
  )
  // Every response reached a widget.
  expect(answered).toBeGreaterThanOrEqual(numRuns)
  if (numRuns >= 200) expect([...tried.keys()].sort()).toEqual(Object.keys(stations).sort())
})

it('counts violations of the content security policy', async () => {
  const { page, complaints } = await setup.show({ hasPromisedPolicy: true })
  await page.evaluate(() => {
    const base = document.createElement('base')
    base.href = 'https://evil.example/'
    document.head.append(base)
  })
  // The browser also logs the violation.
  const forbidden = [expect.stringMatching(/^console: .*base-uri/), expect.stringMatching(/^policy: base-uri/)]
  await expect.poll(() => [...complaints].sort()).toEqual(forbidden)
  complaints.length = 0
})
