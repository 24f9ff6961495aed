import { createHash, createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openPage } from '../browser.ts'
import { newestMessage } from '../provider.ts'
import { prepareClient } from './client-setup.ts'
import { newEmail, signedInAs, signIn, startHostSite } from './host-site.ts'

const setup = prepareClient()
beforeEach(() => setup.open())

const password = 'a kettle of seven herrings'
const other = 'nine umbrellas in the attic'

/** Adds a platform authenticator to the browser. */
async function plugIn(): Promise<void> {
  const devtools = await setup.context.newCDPSession(setup.page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

describe('passwords', () => {
  it('signs up and in with a password, and resets it with the mailed link', async () => {
    const email = newEmail()
    const call = (name: 'create' | 'authenticate', word: string): Promise<string> =>
      setup.page.evaluate(
        ([which, to = '', secret = '']) =>
          host.client.passwords[which as 'create']({ email: to, password: secret, session_duration_minutes: 30 }).then(
            ({ user_id }) => user_id,
            (error: { error_type: string }) => error.error_type,
          ),
        [name, email, word],
      )
    const id = await call('create', password)
    await setup.page.evaluate(() => host.client.session.revoke())
    expect([await call('authenticate', other), await call('authenticate', password)]).toEqual([
      'unauthorized_credentials',
      id,
    ])
    await setup.page.evaluate(() => host.client.session.revoke())
    await setup.page.evaluate(
      (to) => host.client.passwords.resetByEmailStart({ email: to }).then(() => undefined),
      email,
    )
    const [link = ''] = (await newestMessage(setup.provider.url, email)).links
    const landing = await setup.context.request.get(link, { maxRedirects: 0 })
    const token = new URL(landing.headers().location ?? '').searchParams.get('token') ?? ''
    await setup.page.evaluate(
      ([secret = '', word = '']) =>
        host.client.passwords
          .resetByEmail({ token: secret, password: word, session_duration_minutes: 30 })
          .then(() => undefined),
      [token, other],
    )
    expect([await signedInAs(setup.page), await call('authenticate', other)]).toEqual([email, id])
  })
})

describe('passkeys', () => {
  it('creates a passkey in the browser and signs in with it, also with autofill [C-CALL-49] [C-CALL-53]', async () => {
    await plugIn()
    const email = await signIn(setup.page, setup.provider.url)
    const registered = await setup.page.evaluate(() =>
      host.client.webauthn.register({ is_passkey: true }).then((data) => data.webauthn_registration_id),
    )
    const revokeAndEnter = (conditional_mediation: boolean): Promise<string | undefined> =>
      setup.page.evaluate(async (conditional) => {
        await host.client.session.revoke()
        const data = await host.client.webauthn.authenticate({
          is_passkey: true,
          conditional_mediation: conditional,
          session_duration_minutes: 30,
        })
        return data?.webauthn_registration_id
      }, conditional_mediation)
    expect(await revokeAndEnter(false)).toBe(registered)
    expect(await signedInAs(setup.page)).toBe(email)
    await setup.page.evaluate(() => {
      const input = document.createElement('input')
      input.autocomplete = 'username webauthn' as never
      document.body.append(input)
    })
    expect(await setup.page.evaluate(() => host.client.webauthn.browserSupportsAutofill())).toBe(true)
    expect(await revokeAndEnter(true)).toBe(registered)
    expect(await signedInAs(setup.page)).toBe(email)
  })

  it('warns if no input accepts passkeys [C-ERR-54]', async () => {
    await plugIn()
    const warnings: string[] = []
    setup.page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await setup.page.evaluate(() => {
      const ending = new AbortController()
      const call = host.client.webauthn.authenticate({
        ...{ conditional_mediation: true, session_duration_minutes: 30, signal: ending.signal },
      })
      setTimeout(() => ending.abort())
      return call.catch(() => undefined)
    })
    expect(warnings).toEqual(['[Latchkey] No input with the autocomplete value "webauthn" was found.'])
  })

  it('warns if the browser has no autofill for passkeys [C-ERR-53]', async () => {
    const warnings: string[] = []
    setup.page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    const answer = await setup.page.evaluate(() => {
      Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: undefined })
      return host.client.webauthn.authenticate({ conditional_mediation: true, session_duration_minutes: 30 })
    })
    expect([answer, warnings]).toEqual([null, ['[Latchkey] Conditional mediation is not supported by this browser.']])
  })

  it('rejects passkeys if the browser does not allow them on this page', async () => {
    await plugIn()
    await signIn(setup.page, setup.provider.url)
    await setup.page.route('**/webauthn/register/start', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const options = JSON.parse(body.data.public_key_credential_creation_options)
      options.rp.id = 'elsewhere.example'
      body.data.public_key_credential_creation_options = JSON.stringify(options)
      await route.fulfill({ response: answer, json: body })
    })
    const kind = await setup.page.evaluate(() =>
      host.client.webauthn.register().then(
        () => 'registered',
        (error: { kind: string }) => error.kind,
      ),
    )
    expect(kind).toBe('passkeys_misconfigured')
  })
})

describe('authenticator apps', () => {
  it('registers and verifies an authenticator app', async () => {
    await signIn(setup.page, setup.provider.url)
    const { secret, totp_id } = await setup.page.evaluate(() => host.client.totps.create({ expiration_minutes: 60 }))
    const verified = await setup.page.evaluate(
      (code) =>
        host.client.totps
          .authenticate({ totp_code: code, session_duration_minutes: 30 })
          .then(({ totp_id: id, user }) => [id, user.totps[0]?.verified]),
      totpCode(secret),
    )
    expect(verified).toEqual([totp_id, true])
  })

  it('accepts a recovery code instead of an authenticator app once', async () => {
    await signIn(setup.page, setup.provider.url)
    const { secret, recovery_codes } = await setup.page.evaluate(() =>
      host.client.totps.create({ expiration_minutes: 60 }),
    )
    const outcomes = await setup.page.evaluate(
      async ([totp_code = '', recovery_code = '']) => {
        const duration = { session_duration_minutes: 30 }
        await host.client.totps.authenticate({ totp_code, ...duration })
        const listed = async (): Promise<unknown> => (await host.client.totps.recoveryCodes()).totps[0]?.recovery_codes
        const spend = (): Promise<unknown> =>
          host.client.totps.recover({ recovery_code, ...duration }).then(
            ({ user }) => user.totps.length,
            (error: { error_type: string }) => error.error_type,
          )
        return [await listed(), await spend(), await spend(), await listed()]
      },
      [totpCode(secret), recovery_codes[0] ?? ''],
    )
    expect(outcomes).toEqual([recovery_codes, 1, 'recovery_code_not_found', recovery_codes.slice(1)])
  })
})

describe('the proof of work', () => {
  it('computes the proof of work in a worker that the CSP of the page allows by name [C-CAP-04]', async () => {
    const salt = 'abc?expires=4102444800&'
    const challenge = createHash('sha256').update(`${salt}20000`).digest('hex')
    const data = { algorithm: 'SHA-256', challenge, salt, maxnumber: 50_000, signature: 's' }
    const captchaSite = await startHostSite(setup.provider.url, true)
    onTestFinished(captchaSite.close)
    const cors = (origin: string) => ({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization, content-type, x-sdk-client, x-sdk-parent-host',
    })
    await setup.context.route('**/projects/bootstrap/**', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.data.captcha_settings = { enabled: true, siteKey: 'site-1' }
      await route.fulfill({ response: answer, json: body })
    })
    await setup.context.route('**/captcha/challenge', (route) =>
      route.fulfill({ headers: cors(captchaSite.url), json: { data } }),
    )
    const guarded = await openPage(setup.context, captchaSite.page())
    const workers: string[] = []
    guarded.page.on('worker', (worker) => workers.push(worker.url()))
    const sent = guarded.page.waitForRequest(
      (request) => request.url().endsWith('/otps/email/login_or_create') && request.method() === 'POST',
    )
    await guarded.page.evaluate((to) => host.client.otps.email.loginOrCreate(to).then(() => undefined), newEmail())
    const { captcha_token } = (await sent).postDataJSON()
    expect(JSON.parse(atob(captcha_token))).toEqual({
      algorithm: 'SHA-256',
      challenge,
      number: 20_000,
      salt,
      signature: 's',
    })
    expect([workers.length, guarded.complaints]).toEqual([1, []])
  })
})

/** RFC 6238, now. */
function totpCode(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret.replace(/=+$/, '')].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(step).digest()
  const word = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(word % 1_000_000).padStart(6, '0')
}
