import { describe, expect, it } from 'vitest'
import { clientInternals } from '../../../context/client-internals.ts'
import type { GooglePageOptions } from '../../../methods/one-tap/google-page.suite.ts'
import { installGooglePage } from '../../../methods/one-tap/google-page.suite.ts'
import { fail, rejection } from '../../../test-setup.suite.ts'
import { createB2bSetup } from '../../b2b-setup.suite.ts'

const page = 'https://app.example.com/'
const path = '/b2b/oauth/google/onetap'
const organization_id = 'organization-test-acme'

function createHarness(options: GooglePageOptions = {}) {
  const setup = createB2bSetup()
  setup.script.on(`${path}/start`, {
    data: {
      ...{ google_client_id: 'google-client-1', nonce: 'nonce-1' },
      script_url: 'https://google.example/gsi/client',
      fedcm_config_url: 'https://google.example/fedcm.json',
    },
  })
  setup.script.on(`${path}/submit`, { data: { redirect_url: `${page}in?token=t` } })
  setup.script.on(`${path}/discovery/submit`, { data: { redirect_url: `${page}organizations?token=t` } })
  const { client, tab } = setup.open({ href: page })
  return { setup, client, tab, ...installGooglePage(tab, options) }
}

describe('oauth.googleOneTap', () => {
  it('signs in to an organization without the frame [B-OAU-09] [B-OAU-10]', async () => {
    const { setup, client, tab, posted, page: elements, settings } = createHarness()
    const redirects = { login_redirect_url: `${page}in`, signup_redirect_url: `${page}up` }
    const options = { organization_id, ...redirects, cancel_on_tap_outside: false }
    expect(await client.oauth.googleOneTap.start(options)).toEqual({ success: true })
    const pkce_code_challenge = clientInternals(client).pkce.find('oauth')?.code_challenge
    expect(setup.script.to(`${path}/submit`).map(({ body }) => body)).toEqual([
      { id_token: 'id-token-1', organization_id, ...redirects, pkce_code_challenge },
    ])
    expect(settings).toMatchObject([{ client_id: 'google-client-1', nonce: 'nonce-1', cancel_on_tap_outside: false }])
    expect([posted, elements.map(({ tag }) => tag), tab.href()]).toEqual([[], ['script'], `${page}in?token=t`])
  })

  it('signs in without an organization [B-OAU-10]', async () => {
    const { setup, client, tab, settings } = createHarness()
    const discovery_redirect_url = `${page}organizations`
    expect(await client.oauth.googleOneTap.discovery.start({ discovery_redirect_url })).toEqual({ success: true })
    const pkce_code_challenge = clientInternals(client).pkce.find('oauth')?.code_challenge
    expect(setup.script.to(`${path}/discovery/submit`).map(({ body }) => body)).toEqual([
      { id_token: 'id-token-1', discovery_redirect_url, pkce_code_challenge },
    ])
    expect(settings).toMatchObject([{ cancel_on_tap_outside: true }])
    expect(tab.href()).toBe(`${page}organizations?token=t`)
  })

  it('embeds the prompt into an element', async () => {
    const { client, settings } = createHarness()
    await client.oauth.googleOneTap.discovery.start({ prompt_parent_id: 'here', position: 'embedded' })
    expect(settings).toMatchObject([{ prompt_parent_id: 'here', use_fedcm_for_prompt: false }])
  })

  it.each([
    ['oauth_config_not_found', `${path}/start`, 'oauth_config_not_found'],
    ['unknown_reason', `${path}/start`, 'unauthorized_origin'],
    ['unknown_reason', `${path}/submit`, 'oauth_flow_callback_error'],
  ] as const)('fails with %s if %s responds with %s', async (reason, failing, error_type) => {
    const { setup, client, tab } = createHarness()
    setup.script.on(failing, fail(error_type))
    const result = await client.oauth.googleOneTap.start({ organization_id })
    expect(result).toMatchObject({ success: false, reason, cause: { error_type } })
    expect(tab.href()).toBe(page)
  })

  it('does not navigate to a URL of another scheme (X-4)', async () => {
    const { setup, client, tab } = createHarness()
    setup.script.on(`${path}/discovery/submit`, { data: { redirect_url: 'javascript:alert(1)' } })
    const result = await client.oauth.googleOneTap.discovery.start()
    expect([result, tab.href()]).toMatchObject([{ success: false, reason: 'unknown_reason' }, page])
  })

  it('checks its arguments first', async () => {
    const { client, page: elements } = createHarness()
    const { googleOneTap } = client.oauth
    const messages = await Promise.all(
      [
        googleOneTap.start({} as never),
        googleOneTap.start({ organization_id, cancel_on_tap_outside: 'no' as never }),
        googleOneTap.discovery.start({ discovery_redirect_url: 7 as never }),
      ].map(async (call) => (await rejection(call)).message.replace('Invalid call to oauth.googleOneTap.', '')),
    )
    expect([messages, elements]).toEqual([
      [
        'start\norganization_id must be a string',
        'start\ncancel_on_tap_outside must be a boolean',
        'discovery.start\ndiscovery_redirect_url must be a string',
      ],
      [],
    ])
  })
})
