import { type Client, createClient } from '@latchkey/client'
import { createMemoryProfile, createVirtualClock, type MemoryProfile, type MemoryTab } from '@latchkey/client/testing'
import fc from 'fast-check'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { LoginConfig } from '../config/login.config.ts'
import { listStates } from '../gallery/fixtures/gallery-state.ts'
import { createIdentityProviderFlow } from '../identity-provider/create-identity-provider-flow.ts'
import type { IdentityProviderEvent, IdentityProviderState } from '../identity-provider/identity-provider.model.ts'
import { identityProviderStates } from '../identity-provider/identity-provider.states.ts'
import { identityProvider } from '../identity-provider/identity-provider-widget.tsx'
import { planLogin } from '../login/config/plan-login.ts'
import { createLogin } from '../login/create-login.ts'
import type { LoginEvent } from '../login/login.flow.ts'
import { LoginLayout } from '../login/login-widget.tsx'
import { createPasskeyRegistrationFlow } from '../passkey-registration/create-passkey-registration-flow.ts'
import type { RegistrationEvent } from '../passkey-registration/passkey-registration.flow.ts'
import { passkeyRegistration } from '../passkey-registration/registration-widget.tsx'
import { createResetPasswordFlow } from '../reset-password/create-reset-password-flow.ts'
import type { ResetPasswordEvent } from '../reset-password/reset-password.flow.ts'
import { resetPassword } from '../reset-password/reset-password-widget.tsx'
import { FlowScreen } from '../widget/flow-widget.tsx'
import { createWidgetRuntime } from '../widget/widget-runtime.ts'
import { type Hostile, hostile, toResponse, words } from './answers.suite.ts'

/** Pages with a hostile server, each with up to eight of its responses; 1,200 in the full run. */
const runs = Number(process.env.WIDGET_FUZZ_RUNS ?? 8)

interface Page {
  client: Client
  profile: MemoryProfile
  tab: MemoryTab
  /** The targets of submitted forms. */
  actions: string[]
  /** Whether a response has ended the session legitimately. */
  hasEnded(): boolean
}

/** Errors of session calls that end the session. */
const unrecoverable =
  /^(unauthorized_credentials|user_unauthenticated|invalid_secret_authentication|session_not_found)$/

/** An error of the four types, a pending second factor, or a logout, whatever its response is. */
function endsSession(path: string, status: number, text: string): boolean {
  if (path.endsWith('/sessions/revoke')) return true
  let body: { error_type?: unknown; data?: unknown }
  try {
    body = Object(JSON.parse(text))
  } catch {
    return false
  }
  if (status > 299) return path.endsWith('/sessions/authenticate') && unrecoverable.test(String(body.error_type))
  const { intermediate_session_token: ist, session_token } = Object(body.data)
  return typeof ist === 'string' && ist !== '' && !session_token
}

/** A valid response with a session. */
const signedIn = {
  data: {
    ...{ request_id: 'request-id-test-1', status_code: 200, user_id: 'user-test-1', session_token: 'a-token' },
    ...{
      session_jwt: 'a.b.c',
      user: { user_id: 'user-test-1', roles: [], emails: [], phone_numbers: [], webauthn_registrations: [] },
    },
    session: {
      session_id: 'session-test-1',
      expires_at: '2030-01-02T00:00:00Z',
      last_accessed_at: '2030-01-01T00:00:00Z',
    },
  },
}

/** A page with a hostile server that gives the responses in order. The user may be signed in. */
function openPage(answers: readonly Hostile[], href: string, isSignedIn = false): Page {
  let asked = 0
  let hasEnded = false
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (isSignedIn && url.endsWith('/sessions/authenticate')) return Response.json(signedIn)
    if (isSignedIn && init.method === 'GET' && url.endsWith('/users/me'))
      return Response.json({ data: { ...signedIn.data, ...signedIn.data.user } })
    const answer = answers[asked++ % answers.length]
    if (!answer) throw new TypeError('Failed to fetch')
    const { pathname } = new URL(url)
    const response = toResponse(answer, init.method ?? 'GET', pathname)
    hasEnded ||= endsSession(pathname, response.status, await response.clone().text())
    return response
  }
  const profile = createMemoryProfile({ clock: createVirtualClock(), fetch, seed: 1 })
  const tab = profile.openTab(href)
  const actions: string[] = []
  const nothing = (): void => undefined
  const form = { action: '', append: nothing, remove: nothing, submit: () => void actions.push(form.action) }
  Object.assign(tab.platform.document, {
    createElement: (name: string): object => (name === 'form' ? form : {}),
    body: { append: () => undefined },
  })
  const client = createClient('public-token-test-hostile', {
    domains: { testApi: 'https://auth.example.com' },
    platform: tab.platform,
  })
  // The browser has a session.
  client.session.updateSession({ session_token: 'a-token', session_jwt: 'a.b.c' })
  return { client, profile, tab, actions, hasEnded: () => hasEnded }
}

const around = (client: Client) => ({
  ...{ client, styles: {}, strings: {}, config: {}, screenChanges: 0 },
  runtime: createWidgetRuntime(client, () => ({})),
  onError: (error: Error) => {
    throw error
  },
})

/**
 * I-11: responses are shown as text, links use http only, only tokens are stored, and only a legitimate response signs
 * the user out.
 */
function expectSound({ tab, profile, actions, client, hasEnded }: Page, widget: ReactElement): void {
  const html = renderToStaticMarkup(widget)
  expect(html).not.toMatch(/<img src=x|<script|<b>x/i)
  for (const [, address = ''] of html.matchAll(/\b(?:href|src|action|xlink:href)="([^"]*)"/g))
    expect(address).not.toMatch(/^\s*(javascript|data:text|vbscript)/i)
  expect(tab.href()).toMatch(/^https:\/\//)
  expect(actions.filter((action) => !action.startsWith('https://auth.example.com/'))).toEqual([])
  const tokens = client.session.getTokens()
  if (tokens) expect([typeof tokens.session_token, typeof tokens.session_jwt]).toEqual(['string', 'string'])
  if (!hasEnded()) expect(tokens?.session_token).toBeTruthy()
  const [session, user] = [client.session.getSync(), client.user.getSync()]
  expect(session === null).toBe(user === null)
  if (session) {
    expect([typeof session.session_id, typeof user?.user_id]).toEqual(['string', 'string'])
    expect(Number.isNaN(Date.parse(session.expires_at))).toBe(false)
  }
  for (const cookie of profile.cookies.all()) {
    expect(cookie.value).toMatch(/^[\w.~+/=-]{1,3800}$/)
    expect([cookie.domain, cookie.path]).toEqual([undefined, '/'])
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
}

interface WidgetUnderTest<Event> {
  start(): () => void
  send(event: Event): void
  render(): ReactElement
}

/** Opens a page, performs the generated actions, and checks the page after every step. */
async function visit<Event>(
  page: Page,
  moves: readonly Event[],
  open: (page: Page) => WidgetUnderTest<Event>,
): Promise<void> {
  const flow = open(page)
  const stop = flow.start()
  try {
    await page.profile.clock.advance(10)
    let isSignedIn = false
    const look = (): void => {
      expectSound(page, flow.render())
      const isHere = page.client.session.getSync() !== null
      if (isSignedIn && !page.hasEnded()) expect(isHere).toBe(true)
      isSignedIn = isHere
    }
    look()
    for (const move of moves) {
      flow.send(move)
      await page.profile.clock.advance(700)
      look()
    }
    await page.profile.clock.advance(200_000)
    look()
  } finally {
    stop()
    page.client.dispose()
  }
}

const answers = fc.array(hostile, { minLength: 1, maxLength: 8 })
/** Most screens are only reached by a valid response. */
const beginningWell = fc
  .tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), fc.array(hostile, { maxLength: 6 }))
  .map(([seeds, rest]): Hostile[] => [...seeds.map((drawnFrom) => ({ drawnFrom, bad: null })), ...rest])
const typed = fc.constantFrom('ada@example.com', '', '<b>', '123456')
const several = <Event,>(event: fc.Arbitrary<Event>): fc.Arbitrary<Event[]> =>
  fc.array(event, { minLength: 1, maxLength: 8 })
const assertion = <T,>(drawn: fc.Arbitrary<T>, check: (value: T) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(drawn, check), { numRuns: runs }) as Promise<void>

const configs: LoginConfig[] = [
  {},
  { products: ['otp', 'passwords'], otpOptions: { methods: ['email', 'sms', 'whatsapp'] } },
  {
    products: ['passwords', 'oauth', 'passkeys'],
    oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] },
  },
]
/** Removes clicks on tabs that are not shown. */
const possible = (moves: readonly LoginEvent[], config: LoginConfig): LoginEvent[] =>
  moves.filter((move) => move.type !== 'tab_selected' || planLogin(config)?.tabs.includes(move.tab))

const loginMove: fc.Arbitrary<LoginEvent> = fc.oneof(
  fc
    .constantFrom('email_magic_link', 'email_otp', 'sms', 'whatsapp', 'password')
    .map((tab) => ({ type: 'tab_selected', tab }) as LoginEvent),
  typed.map((value) => ({ type: 'email_changed', value }) as const),
  fc.constant({ type: 'phone_changed', value: '2025550123' } as const),
  { weight: 4, arbitrary: fc.constant({ type: 'submitted' } as const) },
  typed.map((value) => ({ type: 'password_changed', value }) as const),
  { weight: 2, arbitrary: fc.constant({ type: 'password_submitted' } as const) },
  { weight: 2, arbitrary: fc.constant({ type: 'code_changed', value: '123456' } as const) },
  fc.constantFrom<LoginEvent[]>(
    ...([
      { type: 'code_submitted' },
      { type: 'resend_clicked' },
      { type: 'back_clicked' },
      { type: 'forgot_clicked' },
    ] as const),
    ...([
      { type: 'try_again_clicked' },
      { type: 'passkey_clicked' },
      { type: 'provider_clicked', provider: 'google' },
    ] as const),
  ),
)

it(
  'no answer of a hostile server becomes markup, an address or a crash of the login widget',
  { timeout: 900_000 },
  () =>
    assertion(fc.tuple(answers, several(loginMove), fc.constantFrom(...configs)), ([given, moves, config]) =>
      visit(openPage(given, 'https://app.example.com/'), possible(moves, config), ({ client }) => {
        const plan = planLogin(config)
        if (!plan) throw new Error('The configuration has a problem.')
        const login = createLogin({
          ...{ client, config, plan },
          callbacks: () => ({}),
          strings: () => ({}),
          onError: () => undefined,
          completions: { count: 0 },
        })
        const { runtime, screenChanges: _, ...parts } = around(client)
        return {
          start() {
            login.preload()
            return login.start()
          },
          send: login.send,
          render: () => <LoginLayout {...parts} plan={plan} store={login} />,
        }
      }),
    ),
)

const asked = {
  client_id: 'client-1',
  redirect_uri: 'https://rp.example.net/in',
  response_type: 'code',
  scope: 'openid notes:read',
}
const consentMove = fc.constantFrom<IdentityProviderEvent[]>(
  ...(['allow_clicked', 'deny_clicked', 'yes_clicked', 'no_clicked', 'retry_clicked', 'page_focused'] as const).map(
    (type) => ({ type }),
  ),
)

it.each(['https://app.example.com/consent', 'https://app.example.com/logout'])(
  'nor of the identity provider widget at %s',
  { timeout: 900_000 },
  (address) =>
    assertion(fc.tuple(beginningWell, several(consentMove)), ([given, moves]) => {
      const logout = { client_id: 'client-1', post_logout_redirect_uri: 'https://rp.example.net/bye' }
      const query = new URLSearchParams(address.endsWith('logout') ? logout : asked)
      return visit(openPage(given, `${address}?${query}`, true), moves, ({ client }) => {
        const flow = createIdentityProviderFlow(client, { callbacks: {} })
        return {
          start: flow.start,
          send: flow.send,
          render: () => (
            <FlowScreen definition={identityProvider} {...around(client)} state={flow.getState()} send={flow.send} />
          ),
        }
      })
    }),
)

it('an application and a scope are words to the consent, whatever they are called', () => {
  const page = openPage([], 'https://app.example.com/consent')
  const states = listStates<{ readonly state: IdentityProviderState }>(identityProviderStates)
    .map(({ item }) => item.state)
    .filter((state) => state.screen === 'idp_consent')
  expect(states.length).toBeGreaterThan(0)
  const scopes = ['__proto__', 'constructor', 'toString', ...words.slice(0, 4)]
  for (const state of states) {
    const named = { clientName: words[0] ?? '', projectName: words[1] ?? '', clientLogo: null, manifest: null }
    const consent = { ...state.consent, ...named, grantable: scopes, ungrantable: scopes, descriptions: {} }
    const drawn = { ...state, consent }
    expectSound(
      page,
      <FlowScreen definition={identityProvider} {...around(page.client)} state={drawn} send={() => undefined} />,
    )
  }
  page.client.dispose()
})

const resetMove: fc.Arbitrary<ResetPasswordEvent> = fc.oneof(
  typed.map((value) => ({ type: 'password_changed', value: `${value}violet-Otter` }) as const),
  typed.map((value) => ({ type: 'email_changed', value }) as const),
  fc.constantFrom<ResetPasswordEvent[]>(
    ...([
      { type: 'password_submitted' },
      { type: 'try_again_clicked' },
      { type: 'new_link_clicked' },
      { type: 'back_clicked' },
    ] as const),
    ...([{ type: 'email_submitted' }, { type: 'resend_clicked' }, { type: 'check_again_clicked' }] as const),
  ),
)

it('nor of the reset-password widget', { timeout: 900_000 }, () =>
  assertion(fc.tuple(answers, several(resetMove), fc.constantFrom('reset_password', 'login')), ([given, moves, kind]) =>
    visit(openPage(given, `https://app.example.com/reset?token_type=${kind}&token=abc`), moves, ({ client }) => {
      const flow = createResetPasswordFlow(client)
      return {
        start: flow.start,
        send: flow.send,
        render: () => (
          <FlowScreen definition={resetPassword} {...around(client)} state={flow.getState()} send={flow.send} />
        ),
      }
    }),
  ),
)

const registrationMove: fc.Arbitrary<RegistrationEvent> = fc.oneof(
  typed.map((value) => ({ type: 'name_changed', value }) as const),
  fc.constantFrom<RegistrationEvent[]>(
    ...([
      { type: 'create_clicked' },
      { type: 'retry_clicked' },
      { type: 'skip_clicked' },
      { type: 'rename_submitted' },
    ] as const),
    ...([
      { type: 'rename_clicked', id: '' },
      { type: 'delete_clicked', id: '' },
      { type: 'delete_confirmed' },
      { type: 'done_clicked' },
    ] as const),
  ),
)

it('nor of the passkey registration widget', { timeout: 900_000 }, () =>
  assertion(fc.tuple(answers, several(registrationMove)), ([given, moves]) =>
    visit(openPage(given, 'https://app.example.com/passkeys', true), moves, ({ client }) => {
      const flow = createPasskeyRegistrationFlow(client)
      return {
        start: flow.start,
        send: flow.send,
        render: () => (
          <FlowScreen definition={passkeyRegistration} {...around(client)} state={flow.getState()} send={flow.send} />
        ),
      }
    }),
  ),
)
