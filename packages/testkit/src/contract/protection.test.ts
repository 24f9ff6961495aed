import type { ProjectSettings } from '@latchkey/server'
import { expect } from 'vitest'
import type { Testkit, TestkitOptions } from '../index.ts'
import { ada, halfHour, onBothEngines, outcomes, rejection, sentTo, signInByCode } from './contract.suite.ts'

const captchaOn = { captcha: { enabled: true as const, siteKey: 'site-1', secretSealed: '' } }
const path = '/otps/email/login_or_create'

interface Guarded extends TestkitOptions {
  /** The calls of the captcha service, in order. */
  calls: unknown[]
}

/** Options with a captcha service that returns numbered tokens; the provider accepts those from `firstGood` on. */
function guarded(settings: Partial<ProjectSettings>, firstGood = 1): Guarded {
  const calls: unknown[] = []
  let captchas = 0
  let telemetryIds = 0
  return {
    calls,
    settings,
    captcha: {
      async verify(token, action) {
        calls.push(['verify', token, action])
        return Number(token.slice('captcha-'.length)) >= firstGood
      },
    },
    client: {
      captcha: {
        async getToken(action, { siteKey }) {
          calls.push(['captcha', action, siteKey])
          return `captcha-${++captchas}`
        },
      },
      telemetryId: { getTelemetryId: async () => `telemetry-${++telemetryIds}` },
    },
  }
}

const sent = (kit: Testkit) => sentTo(kit, path).map(({ body }) => body)
const email = { email: ada, expiration_minutes: 5 }

onBothEngines('captcha and telemetry id', (open, _engine, it) => {
  it.inTurn(
    'sends neither captcha token nor telemetry id if the project requires neither [C-CAP-04] [C-CAP-06]',
    async () => {
      const options = guarded({})
      const kit = await open(options)
      await signInByCode(kit)
      expect([sent(kit), options.calls]).toEqual([[email], []])
    },
  )

  it.inTurn(
    'a captcha token is fetched for the action LOGIN with the site key, and checked [C-CAP-04] [C-CAP-05]',
    async () => {
      const options = guarded(captchaOn)
      const kit = await open(options)
      await kit.client.otps.email.loginOrCreate(ada)
      expect(sent(kit)).toEqual([{ ...email, captcha_token: 'captcha-1' }])
      expect(options.calls).toEqual([
        ['captcha', 'LOGIN', 'site-1'],
        ['verify', 'captcha-1', 'LOGIN'],
      ])
      expect(kit.inbox.messages(ada)).toHaveLength(1)
    },
  )

  it.inTurn('a telemetry id is sent if device protection is on [C-CAP-06]', async () => {
    const kit = await open(guarded({ dfp: { enabled: true, mode: 'OBSERVATION' } }))
    await kit.client.otps.email.loginOrCreate(ada)
    expect(sent(kit)).toEqual([{ ...email, dfp_telemetry_id: 'telemetry-1' }])
  })

  it.inTurn('both are sent in OBSERVATION [C-CAP-07]', async () => {
    const kit = await open(guarded({ ...captchaOn, dfp: { enabled: true, mode: 'OBSERVATION' } }))
    await kit.client.otps.email.loginOrCreate(ada)
    expect(sent(kit)).toEqual([{ ...email, captcha_token: 'captcha-1', dfp_telemetry_id: 'telemetry-1' }])
  })

  it.inTurn('both are sent in DECISIONING, in one call [C-CAP-07]', async () => {
    const kit = await open(guarded({ ...captchaOn, dfp: { enabled: true, mode: 'DECISIONING' } }))
    await kit.client.otps.email.loginOrCreate(ada)
    expect(sent(kit)).toEqual([{ ...email, captcha_token: 'captcha-1', dfp_telemetry_id: 'telemetry-1' }])
    expect(kit.inbox.messages(ada)).toHaveLength(1)
  })

  it.inTurn('a rejected captcha is retried once, with new values [C-CAP-01] [C-CAP-02]', async () => {
    const kit = await open(guarded({ ...captchaOn, dfp: { enabled: true, mode: 'OBSERVATION' } }, 2))
    await kit.client.otps.email.loginOrCreate(ada)
    expect(sent(kit)).toEqual([
      { ...email, captcha_token: 'captcha-1', dfp_telemetry_id: 'telemetry-1' },
      { ...email, captcha_token: 'captcha-2', dfp_telemetry_id: 'telemetry-2' },
    ])
  })

  it.inTurn('a captcha rejected twice is an error, without a third attempt [C-CAP-03]', async () => {
    const kit = await open(guarded(captchaOn, 9))
    const error = await rejection(kit.client.otps.email.loginOrCreate(ada))
    expect(error).toMatchObject({ error_type: 'captcha_required', status_code: 403 })
    expect([sent(kit).length, kit.inbox.messages()]).toEqual([2, []])
  })

  it.inTurn('a captcha_required response in plain text and in JSON is handled alike [C-CAP-01]', async () => {
    for (const text of ['Captcha required', '{"error_message":"Captcha required"}']) {
      const kit = await open(guarded(captchaOn))
      let demands = 0
      const headers = { 'content-type': text.startsWith('{') ? 'application/json' : 'text/plain' }
      kit.network.intercept = ({ path: calls }) =>
        calls.endsWith(path) && demands++ === 0 ? new Response(text, { status: 403, headers }) : undefined
      await kit.client.otps.email.loginOrCreate(ada)
      expect(sent(kit)).toMatchObject([{ captcha_token: 'captcha-1' }, { captcha_token: 'captcha-2' }])
    }
  })

  it.inTurn('a vendor that fails omits the field, and the provider decides', async () => {
    const broken = async (): Promise<string> => {
      throw new Error('blocked by an extension')
    }
    const kit = await open({
      ...guarded(captchaOn),
      client: { captcha: { getToken: broken }, telemetryId: { getTelemetryId: broken } },
    })
    expect(await outcomes(() => kit.client.otps.email.loginOrCreate(ada))).toEqual(['captcha_required'])
    expect(sent(kit)).toEqual([email, email])
  })

  it.inTurn('a verifier that fails rejects the sign-in', async () => {
    const kit = await open({
      ...guarded(captchaOn),
      captcha: { verify: async () => Promise.reject(new Error('down')) },
    })
    expect(await outcomes(() => kit.client.otps.email.loginOrCreate(ada))).toEqual(['service_unavailable'])
    expect(kit.inbox.messages()).toEqual([])
  })

  it.inTurn('guards every listed call, and no other [C-CAP-04]', async () => {
    const kit = await open(guarded(captchaOn))
    const { client, inbox } = kit
    await client.magicLinks.email.loginOrCreate(ada)
    await client.magicLinks.authenticate(inbox.lastToken(ada), halfHour)
    const sms = await client.otps.sms.send('+12025550123')
    await client.otps.authenticate(inbox.lastCode('+12025550123'), sms.method_id, halfHour)
    await client.otps.whatsapp.loginOrCreate('+12025550124')
    await client.user.search(ada)
    await client.user.update({})
    await client.session.authenticate()
    await client.session.revoke()
    const carries = (path: string) => 'captcha_token' in ((sentTo(kit, path)[0]?.body ?? {}) as object)
    expect(
      [
        '/magic_links/email/login_or_create',
        '/otps/sms/send/secondary',
        '/otps/authenticate',
        '/otps/whatsapp/login_or_create',
        '/users/search',
        '/magic_links/authenticate',
        '/users/me',
        '/sessions/authenticate',
        '/sessions/revoke',
      ].map(carries),
    ).toEqual([true, true, true, true, true, false, false, false, false])
  })
})
