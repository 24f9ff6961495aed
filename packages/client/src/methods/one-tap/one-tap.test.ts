import type { OneTapPosition } from '@latchkey/contract'
import { describe, expect, it } from 'vitest'
import { clientInternals } from '../../context/client-internals.ts'
import { settle } from '../../platform/memory-clock.ts'
import { api, createTestSetup, makeBootstrap, publicToken, rejection } from '../../test-setup.suite.ts'
import type { GooglePageOptions } from './google-page.suite.ts'
import { choose, installGooglePage } from './google-page.suite.ts'

const noConfig = { success: false, error: { name: 'oauth_config_not_found', message: 'none' } } as const

interface HarnessOptions extends GooglePageOptions {
  isPkceRequired?: boolean
}

function createHarness({ isPkceRequired = false, ...options }: HarnessOptions = {}) {
  const setup = createTestSetup()
  setup.script.on(`/projects/bootstrap/${publicToken}`, {
    data: makeBootstrap({ pkce_required_for_oauth: isPkceRequired }),
  })
  const { client, tab } = setup.open({ href: 'https://app.example.com/' })
  return { setup, client, tab, ...installGooglePage(tab, options) }
}

describe('oauth.googleOneTap.start', () => {
  it('gets the client id from the frame and passes it the id token through a message channel [C-OAU-15] [C-OAU-16]', async () => {
    const { client, posted, page, tab, settings } = createHarness()
    const result = await client.oauth.googleOneTap.start({
      login_redirect_url: 'https://app.example.com/in',
      signup_redirect_url: 'https://app.example.com/up',
    })
    expect(result).toEqual({ success: true })
    const redirects = {
      loginRedirectURL: 'https://app.example.com/in',
      signupRedirectURL: 'https://app.example.com/up',
    }
    const codeChallenge = clientInternals(client).pkce.find('oauth')?.code_challenge
    const submitted = { publicToken, idToken: 'id-token-1', oauthCallbackID: 'callback-1', ...redirects, codeChallenge }
    expect(posted).toEqual([
      [{ method: 'oneTapStart', args: [{ publicToken, redirects }] }, api, 1],
      [{ method: 'oneTapSubmit', args: [submitted] }, api, 1],
    ])
    expect(settings).toMatchObject([
      { client_id: 'google-client-1', nonce: 'csrf-1', cancel_on_tap_outside: true, use_fedcm_for_prompt: true },
    ])
    expect(tab.href()).toBe('https://app.example.com/in?token=t')
    expect(page).toMatchObject([{ tag: 'script', src: 'https://google.example/gsi/client' }])
  })

  it.each([
    ['an element', {}],
    ['a form with an input', { accounts: { id: 'here' } }],
    ['a frame with a form', { accounts: { id: { initialize: {} } } }],
  ])('loads the script of Google if %s has its id (X-9)', async (_, google) => {
    const { client, page, tab } = createHarness()
    tab.install({ google })
    expect(await client.oauth.googleOneTap.start()).toEqual({ success: true })
    expect(page).toMatchObject([{ tag: 'script' }])
  })

  it('uses a hidden frame of the API host and removes it afterwards', async () => {
    const { client, page } = createHarness({ prompt: () => undefined })
    client.oauth.googleOneTap.start()
    await settle()
    while (page.length < 2) await new Promise((resolve) => setTimeout(resolve))
    expect(page).toMatchObject([{ tag: 'iframe', src: `${api}/v1/frame`, hidden: true }, { tag: 'script' }])
    client.dispose()
    while (page.length > 1) await new Promise((resolve) => setTimeout(resolve))
    expect(page).toMatchObject([{ tag: 'script' }])
  })

  it.each([true, false])('sends a challenge if the project requires PKCE: %s (A-14)', async (isPkceRequired) => {
    const { client, posted } = createHarness({ isPkceRequired })
    await client.oauth.googleOneTap.start({ cancel_on_tap_outside: false })
    const codeChallenge = clientInternals(client).pkce.find('oauth')?.code_challenge
    expect(posted[1]?.[0].args[0]).toMatchObject({ codeChallenge })
    expect(codeChallenge).toMatch(/^[\w-]{43}$/)
  })

  it('loads its script through Trusted Types', async () => {
    const { client, page, policies, settings } = createHarness({ trustedTypes: true })
    await client.oauth.googleOneTap.start({ cancel_on_tap_outside: false })
    await client.oauth.googleOneTap.start()
    expect(policies).toEqual(['latchkey'])
    expect(page).toMatchObject([{ src: { trusted: 'https://google.example/gsi/client' } }])
    expect(settings).toMatchObject([{ cancel_on_tap_outside: false }, { cancel_on_tap_outside: true }])
  })

  it('loads its script once for two simultaneous prompts', async () => {
    const { client, page, posted, loads } = createHarness({ script: 'waits' })
    const { googleOneTap } = client.oauth
    const made = Promise.all([googleOneTap.create(), googleOneTap.create()])
    // Both prompts have their client id before the script is loaded.
    await expect.poll(() => [posted.length, loads.length > 0]).toEqual([2, true])
    await new Promise((resolve) => setTimeout(resolve))
    for (const load of loads) load()
    expect((await made).map(({ success }) => success)).toEqual([true, true])
    expect(page.filter(({ tag }) => tag === 'script')).toHaveLength(1)
  })

  const odd = { success: false, error: { name: 'TypeError', message: 'odd' } } as const
  it.each<[string, HarnessOptions]>([
    ['oauth_config_not_found', { answers: { oneTapStart: noConfig } }],
    ['user_cancel', { prompt: (_, listener) => listener({ isSkippedMoment: () => true }) }],
    [
      'user_cancel',
      { prompt: (_, tell) => tell({ isDismissedMoment: () => true, getDismissedReason: () => 'cancel_called' }) },
    ],
    ['unknown_reason', { script: 'fails' }],
    ['unknown_reason', { answers: { oneTapSubmit: odd } }],
    ['unknown_reason', { answers: { oneTapSubmit: { success: true, payload: { redirect_url: '' } } } }],
  ])('fails with %s, does not navigate, and removes the frame', async (reason, harnessOptions) => {
    const { client, page, tab } = createHarness(harnessOptions)
    expect(await client.oauth.googleOneTap.start()).toMatchObject({ success: false, reason })
    expect(tab.href()).toBe('https://app.example.com/')
    expect(page.filter(({ tag }) => tag === 'iframe')).toEqual([])
  })

  it('does not cancel the sign-in when the prompt closes after a choice', async () => {
    const { client } = createHarness({
      prompt({ callback }, tell) {
        tell({ isDismissedMoment: () => true, getDismissedReason: () => 'credential_returned' })
        callback({ credential: 'id-token-1' })
      },
    })
    expect(await client.oauth.googleOneTap.start()).toEqual({ success: true })
  })

  it.each<HarnessOptions>([{ frame: 'never loads' }, { answers: { oneTapStart: 'silence' } }])(
    'times out if the frame does not respond within 10 s',
    async (harnessOptions) => {
      const { client, setup, page } = createHarness(harnessOptions)
      const call = client.oauth.googleOneTap.start()
      let result: unknown
      call.then((value) => {
        result = value
      })
      while (!page[0]) await new Promise((resolve) => setTimeout(resolve))
      await setup.clock.advance(9_999)
      expect(result).toBeUndefined()
      await setup.clock.advance(1)
      expect(await call).toMatchObject({ success: false, reason: 'unknown_reason', cause: { name: 'frame_silent' } })
      expect([page, setup.clock.pending()]).toEqual([[], expect.any(Number)])
    },
  )

  it.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://app.example.com/x', 'nowhere'])(
    'does not navigate to %s (X-4)',
    async (redirect_url) => {
      const { client, tab } = createHarness({ answers: { oneTapSubmit: { success: true, payload: { redirect_url } } } })
      expect(await client.oauth.googleOneTap.start()).toMatchObject({ success: false, reason: 'unknown_reason' })
      expect(tab.platform.location.href).toBe('https://app.example.com/')
    },
  )

  it('removes the prompt when the client is disposed', async () => {
    const { client, page, cancels } = createHarness({ prompt: () => undefined })
    const call = client.oauth.googleOneTap.start()
    while (page.length < 2) await new Promise((resolve) => setTimeout(resolve))
    await new Promise((resolve) => setTimeout(resolve))
    client.dispose()
    expect(await call).toMatchObject({ success: false, reason: 'unknown_reason' })
    expect(cancels()).toBe(1)
  })

  type Place = 'floating' | 'embedded'
  const hidden = { isNotDisplayed: () => true, getNotDisplayedReason: () => 'browser_not_supported' }
  it.each<[OneTapPosition | undefined, older: Place[], newer: Place[]]>([
    [undefined, ['embedded', 'floating'], ['floating']],
    ['embedded', ['embedded', 'floating'], ['floating']],
    ['embeddedOnly', ['embedded'], []],
    ['floating', ['floating'], ['floating']],
    ['floatingOrEmbedded', ['floating', 'embedded'], ['floating']],
    ['forceLegacyEmbedded', ['embedded'], ['embedded']],
  ])('shows the prompt with the position %s as %j, or as %j with FedCM', async (position, ...expected) => {
    const shown = [false, true].map(async (hasFedCm) => {
      const { client, settings } = createHarness({ hasFedCm, prompt: (_, tell) => tell(hidden) })
      const options = { prompt_parent_id: 'here', ...(position && { position }) }
      const result = await client.oauth.googleOneTap.start(options)
      expect(result).toMatchObject({ success: false, reason: 'unknown_reason' })
      return settings.map((given) => {
        const { prompt_parent_id, use_fedcm_for_prompt } = given as Record<string, unknown>
        expect(use_fedcm_for_prompt).toBe(prompt_parent_id === undefined)
        return prompt_parent_id === 'here' ? 'embedded' : 'floating'
      })
    })
    expect(await Promise.all(shown)).toEqual(expected)
  })

  it('floats without an element, and reports why it is not shown', async () => {
    const { client, settings } = createHarness({ prompt: (_, tell) => tell(hidden) })
    const result = await client.oauth.googleOneTap.start()
    expect([result, settings.length]).toEqual([
      { success: false, reason: 'unknown_reason', cause: new Error('browser_not_supported') },
      1,
    ])
    expect(await client.oauth.googleOneTap.start({ position: 'embeddedOnly' })).toMatchObject({
      cause: new Error('The prompt cannot be shown at the requested position.'),
    })
  })

  it('checks its arguments first [C-VAL-07]', async () => {
    const { client, page } = createHarness()
    expect((await rejection(client.oauth.googleOneTap.start({ cancel_on_tap_outside: 'no' as never }))).message).toBe(
      'Invalid call to oauth.googleOneTap.start\ncancel_on_tap_outside must be a boolean',
    )
    expect(page).toEqual([])
  })
})

describe('oauth.googleOneTap.create', () => {
  it('prepares a prompt to be shown later', async () => {
    const { client, settings, tab } = createHarness()
    const made = await client.oauth.googleOneTap.create()
    expect([made.success, settings]).toEqual([true, []])
    expect(made.success && (await made.prompt.render())).toEqual({ success: true })
    expect(tab.href()).toBe('https://app.example.com/in?token=t')
    expect(made.success && (await made.prompt.render())).toMatchObject({ success: false, reason: 'unknown_reason' })
    expect(settings).toHaveLength(1)
  })

  it.each([
    ['embedded', { hasFedCm: false, displays: true }, { prompt_parent_id: 'here' }],
    ['floating', { hasFedCm: false, displays: true }, {}],
    // With FedCM the browser sends no notification.
    ['floating', { hasFedCm: true, displays: false }, { prompt_parent_id: 'here' }],
  ] as const)('reports that it is %s when it is visible, with %j', async (place, { hasFedCm, displays }, options) => {
    const { client } = createHarness({
      hasFedCm,
      prompt(settings, tell) {
        if (displays) tell({ isDisplayed: () => true })
        setTimeout(() => choose(settings, tell))
      },
    })
    const reported: string[] = []
    const made = await client.oauth.googleOneTap.create(options)
    expect(made.success && (await made.prompt.render((one) => reported.push(one)))).toEqual({ success: true })
    expect(reported).toEqual([place])
  })

  it('reports missing credentials before a prompt is shown', async () => {
    const { client, page } = createHarness({ answers: { oneTapStart: noConfig } })
    expect(await client.oauth.googleOneTap.create()).toMatchObject({ success: false, reason: 'oauth_config_not_found' })
    expect(page).toEqual([])
  })

  it('removes a prompt, shown or not, and its frame', async () => {
    const { client, page, settings, cancels } = createHarness({ prompt: () => undefined })
    const canceled = { success: false, reason: 'user_cancel' }
    const first = await client.oauth.googleOneTap.create()
    if (first.success) first.prompt.cancel()
    expect(first.success && (await first.prompt.render())).toMatchObject(canceled)
    expect([settings.length, cancels()]).toEqual([0, 0])
    const second = await client.oauth.googleOneTap.create()
    const shown = second.success && second.prompt.render()
    if (second.success) second.prompt.cancel()
    expect(await shown).toMatchObject(canceled)
    expect([settings.length, cancels(), page.filter(({ tag }) => tag === 'iframe')]).toEqual([1, 1, []])
  })

  it('does not navigate after cancel, even if the user has chosen', async () => {
    const { client, tab } = createHarness({ answers: { oneTapSubmit: 'silence' } })
    const made = await client.oauth.googleOneTap.create()
    const shown = made.success && made.prompt.render()
    await settle()
    if (made.success) made.prompt.cancel()
    expect(await shown).toMatchObject({ success: false, reason: 'user_cancel' })
    expect(tab.href()).toBe('https://app.example.com/')
  })

  it('ends when the client is disposed during preparation', async () => {
    const { client, page } = createHarness({ frame: 'never loads' })
    const made = client.oauth.googleOneTap.create()
    while (page.length === 0) await new Promise((resolve) => setTimeout(resolve))
    client.dispose()
    expect(await made).toMatchObject({ success: false, reason: 'unknown_reason' })
  })

  it('checks its arguments first [C-VAL-07]', async () => {
    const { client } = createHarness()
    expect((await rejection(client.oauth.googleOneTap.create({ position: 7 as never }))).message).toBe(
      'Invalid call to oauth.googleOneTap.create\nposition must be a string',
    )
  })
})
