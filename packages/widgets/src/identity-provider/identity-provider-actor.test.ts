import type { Testkit } from '@latchkey/testkit'
import { createTestkit } from '@latchkey/testkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WidgetEvent } from '../flow/widget-events.ts'
import type { GetConsentManifest } from './consent/consent-manifest.ts'
import { createIdentityProviderFlow } from './create-identity-provider-flow.ts'

const ada = 'ada@example.com'
const callback = 'https://notes.example/in'
const bye = 'https://notes.example/bye'
const asked = {
  client_id: 'client-1',
  redirect_uri: callback,
  response_type: 'code',
  scope: 'openid notes:read notes:write',
}

let testkit: Testkit
afterEach(() => testkit.close())

const permission = (action: string) => [{ resource_id: 'notes', actions: [action] }]

/** A project with an application whose users may read their notes only. */
async function openTestkit(isFirstParty = false): Promise<void> {
  testkit = await createTestkit({
    settings: {
      rbacPolicy: {
        roles: [{ role_id: 'latchkey_user', description: '', permissions: permission('read') }],
        resources: [{ resource_id: 'notes', description: '', actions: ['read', 'write'] }],
        scopes: [
          { scope: 'notes:read', description: 'Read your notes', permissions: permission('read') },
          { scope: 'notes:write', description: '', permissions: permission('write') },
        ],
      },
    },
  })
  const at = testkit.clock.now()
  await testkit.storage.oauthClients.set({
    ...{ projectId: testkit.project.id, id: 'client-1', isPublic: false, isFirstParty, name: 'Notes', description: '' },
    ...{ logoUrl: null, redirectUris: [callback], postLogoutRedirectUris: [bye], scopes: null },
    ...{ allowsClientCredentials: false, backchannelLogoutUri: null, idTokenAlgorithm: null, accessTokenMinutes: 60 },
    ...{ source: 'admin', secretHash: 'a'.repeat(64), secretHint: '', prevSecretHash: null, prevSecretUntil: null },
    ...{ createdAt: at, updatedAt: at },
  })
}

async function signIn(): Promise<void> {
  const { method_id } = await testkit.client.otps.email.loginOrCreate(ada)
  await testkit.client.otps.authenticate(testkit.inbox.lastCode(ada), method_id, { session_duration_minutes: 30 })
}

/** The flow on the consent page, and the forms that it submits. */
function land(
  query: Record<string, string>,
  getIDPConsentManifest?: GetConsentManifest,
  top: object | null = null,
  loginURL = '/login?theme=dark',
) {
  const { client, tab } = testkit.openTab({}, `https://app.example.com/consent?${new URLSearchParams(query)}`)
  const events: WidgetEvent[] = []
  const errors: Error[] = []
  const forms: Record<string, string>[] = []
  const fields: Record<string, string> = {}
  const form = {
    append: ({ name, value }: { name: string; value: string }) => void Object.assign(fields, { [name]: value }),
    submit: () => void forms.push({ ...fields }),
    remove: () => undefined,
  }
  const createElement = (tag: string): object => (tag === 'form' ? form : {})
  Object.assign(tab.platform.document, { createElement, body: { append: () => undefined } })
  const back = vi.fn()
  tab.install({ top, history: { ...tab.platform.history, length: 2, back } })
  const callbacks = {
    onEvent: (event: WidgetEvent) => events.push(event),
    onError: (error: Error) => errors.push(error),
  }
  const flow = createIdentityProviderFlow(client, {
    callbacks,
    loginURL,
    ...(getIDPConsentManifest && { getIDPConsentManifest }),
  })
  flow.start()
  const reach = (situation: string) =>
    vi.waitFor(() => {
      const state = flow.getState()
      expect(`${state.screen}/${state.status}`).toBe(situation)
      return state
    }, 10_000)
  const bodies = (path: string): unknown[] =>
    testkit.network.requests.filter((one) => one.path === `/sdk/v1${path}`).map(({ body }) => body)
  return { client, tab, flow, events, errors, forms, reach, bodies, back }
}

const happened = (...names: string[]) =>
  names.map((name) => ({ type: `OAUTH_AUTHORIZE_FLOW_${name}`, data: { client_id: 'client-1' } }))

describe('an authorization request', () => {
  it('asks the user and submits the grantable scopes with all parameters [W-IDP-13] [W-IDP-14] [W-IDP-23] [W-IDP-28]', async () => {
    await openTestkit()
    await signIn()
    const page = land({ ...asked, state: 's', nonce: 'n', code_challenge: 'x'.repeat(43), prompt: 'consent' })
    expect(await page.reach('idp_consent/reading')).toMatchObject({
      consent: {
        ...{ clientName: 'Notes', projectName: 'Testkit', account: ada, redirectUri: callback },
        ...{ grantable: ['openid', 'notes:read'], ungrantable: ['notes:write'], granted: [], manifest: null },
        descriptions: { 'notes:read': 'Read your notes', 'notes:write': '' },
        ...{ isUnverified: false, describedAt: '' },
      },
    })
    expect(page.bodies('/oauth/authorize/start')).toEqual([
      { ...asked, state: 's', nonce: 'n', code_challenge: 'x'.repeat(43), prompt: 'consent' },
    ])
    page.flow.send({ type: 'allow_clicked' })
    await testkit.clock.advance(500)
    page.flow.send({ type: 'allow_clicked' })
    await page.reach('idp_success/authorize')
    expect(page.forms).toEqual([
      expect.objectContaining({
        ...asked,
        ...{ scope: 'openid notes:read', state: 's', nonce: 'n', code_challenge: 'x'.repeat(43), prompt: 'consent' },
        consent_granted: 'true',
      }),
    ])
    expect(page.forms[0]).not.toHaveProperty('consent_denied')
    await expect.poll(() => page.events).toEqual(happened('START', 'COMPLETE'))
    // The browser has not left this page: another try starts over.
    page.flow.send({ type: 'retry_clicked' })
    expect(page.flow.getState()).toMatchObject({ screen: 'idp_success', isLate: false })
    await testkit.clock.advance(10_000)
    expect(page.flow.getState()).toMatchObject({ screen: 'idp_success', isLate: true })
    page.flow.send({ type: 'retry_clicked' })
    await page.reach('idp_consent/reading')
  })

  it('submits a denial [W-IDP-24]', async () => {
    await openTestkit()
    await signIn()
    const page = land(asked)
    await page.reach('idp_consent/reading')
    page.flow.send({ type: 'deny_clicked' })
    await page.reach('idp_denied/authorize')
    expect(page.forms).toEqual([expect.objectContaining({ consent_granted: 'false', consent_denied: 'true' })])
    await expect.poll(() => page.events).toEqual(happened('START', 'CONSENT_DENIED'))
  })

  it('is submitted without a screen if no consent is required [W-IDP-18]', async () => {
    await openTestkit(true)
    await signIn()
    const page = land(asked)
    await page.reach('idp_success/authorize')
    expect(page.forms).toEqual([expect.objectContaining({ scope: 'openid notes:read', consent_granted: 'false' })])
    expect(page.forms[0]).not.toHaveProperty('consent_denied')
  })

  it('waits for a user to sign in, and starts over when another user does', async () => {
    await openTestkit()
    const page = land(asked)
    await page.reach('error/no_session')
    expect(page.errors).toHaveLength(1)
    await signIn()
    await page.reach('idp_consent/reading')
    await page.client.session.revoke()
    await page.reach('error/no_session')
  })

  it('shows the provider’s message for an unknown application', async () => {
    await openTestkit()
    await signIn()
    const page = land({ ...asked, client_id: 'unknown' })
    expect(await page.reach('error/refused')).toMatchObject({ failure: { error_type: 'oauth_client_not_found' } })
    expect(page.errors.map(({ name }) => name)).toEqual(['ApiError'])
  })

  it('is not shown in a frame', async () => {
    await openTestkit()
    await signIn()
    const page = land(asked, undefined, {})
    await page.reach('error/framed')
    await expect.poll(() => page.errors).toHaveLength(1)
    expect(page.bodies('/oauth/authorize/start')).toEqual([])
  })
})

describe('every end has a next step', () => {
  it('sends a signed-out user to the login page, which can return here', async () => {
    await openTestkit()
    const page = land(asked)
    await page.reach('error/no_session')
    const here = page.tab.platform.location.href
    page.flow.send({ type: 'log_in_clicked' })
    const target = new URL(page.tab.platform.location.href)
    expect([target.pathname, target.searchParams.get('theme'), target.searchParams.get('return_to')]).toEqual([
      ...['/login', 'dark', here],
    ])
  })

  it('signs out a user who switches the account, and asks to log in', async () => {
    await openTestkit()
    await signIn()
    const page = land(asked)
    await page.reach('idp_consent/reading')
    page.flow.send({ type: 'switch_account_clicked' })
    await page.reach('error/no_session')
    expect([page.client.session.getSync(), page.forms]).toEqual([null, []])
  })

  it('can send a denial once more if the browser has not left', async () => {
    await openTestkit()
    await signIn()
    const page = land(asked)
    await page.reach('idp_consent/reading')
    page.flow.send({ type: 'deny_clicked' })
    await page.reach('idp_denied/authorize')
    page.flow.send({ type: 'back_to_application_clicked' })
    await expect.poll(() => page.forms.length).toBe(2)
    expect(page.forms[1]).toMatchObject({ consent_denied: 'true', redirect_uri: callback })
    await expect.poll(() => page.events).toEqual(happened('START', 'CONSENT_DENIED'))
  })

  it('offers the previous page for an unknown application', async () => {
    await openTestkit()
    await signIn()
    const page = land({ ...asked, client_id: 'unknown' })
    await page.reach('error/refused')
    page.flow.send({ type: 'retry_clicked' })
    page.flow.send({ type: 'go_back_clicked' })
    expect([page.back.mock.calls.length, page.flow.getState().screen]).toEqual([1, 'error'])
  })
})

describe('the manifest of a host page', () => {
  const sections = [{ header: 'Notes', items: ['Read'] }]
  const shown = async (getManifest: GetConsentManifest, waitedMs = 0) => {
    await openTestkit()
    await signIn()
    const page = land(asked, getManifest)
    await expect.poll(() => page.bodies('/oauth/authorize/start')).toHaveLength(1)
    // The provider responds first: the manifest is requested, and its time limit starts, only after that.
    await testkit.network.idle()
    await testkit.clock.advance(waitedMs)
    const state = await page.reach('idp_consent/reading')
    return { manifest: state.screen === 'idp_consent' && state.consent.manifest, errors: page.errors }
  }

  it('may take a moment', async () => {
    const getManifest = vi.fn(async () => sections)
    expect(await shown(getManifest)).toEqual({
      manifest: [{ header: 'Notes', items: [{ text: 'Read', details: [] }] }],
      errors: [],
    })
    expect(getManifest.mock.calls).toEqual([[{ scopes: ['openid', 'notes:read'], clientName: 'Notes' }]])
  })

  it.each<[string, GetConsentManifest, number?]>([
    [
      'throw',
      () => {
        throw new Error('No words.')
      },
    ],
    ['are refused', () => Promise.reject(new Error('No words.'))],
    ['are not a list', () => 'Everything' as never],
    ['never come', () => new Promise(() => undefined), 5_000],
  ])('that %s are not shown', async (_, getManifest, waitedMs) => {
    const { manifest, errors } = await shown(getManifest, waitedMs)
    expect([manifest, errors.length]).toEqual([null, 1])
  })
})

describe('a logout request', () => {
  const wanted = { client_id: 'client-1', post_logout_redirect_uri: bye, state: 's' }

  it('is confirmed by the user, and works without a response of the provider [W-OUT-03] [W-OUT-04] [W-OUT-08]', async () => {
    await openTestkit()
    await signIn()
    const page = land(wanted)
    expect(await page.reach('idp_logout/asking')).toMatchObject({
      projectName: 'Testkit',
      redirectUri: `${bye}?state=s`,
    })
    expect(page.bodies('/oauth/logout/start')).toEqual([wanted])
    testkit.network.intercept = ({ path }) => (path.endsWith('/revoke') ? Response.error() : undefined)
    page.flow.send({ type: 'yes_clicked' })
    await page.reach('idp_success/logout')
    expect([page.client.session.getSync(), page.tab.href()]).toEqual([null, `${bye}?state=s`])
  })

  it('needs no confirmation without a session', async () => {
    await openTestkit()
    const page = land({ ...wanted, id_token_hint: '' })
    await page.reach('idp_success/logout')
    expect(page.tab.href()).toBe(`${bye}?state=s`)
  })

  it('is rejected if the redirect URI is not registered', async () => {
    await openTestkit()
    const page = land({ ...wanted, post_logout_redirect_uri: 'https://evil.example/' })
    expect(await page.reach('error/refused')).toMatchObject({ failure: { error_type: 'oauth_invalid_redirect_uri' } })
  })
})
