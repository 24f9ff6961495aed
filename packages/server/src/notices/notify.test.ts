import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpCode } from '../products/totps/totp-code.ts'
import type { Storage } from '../storage/storage.ts'
import { createHarness, engines, type Harness, openTestStorage, origin } from '../testing/harness.ts'

const S = { session_duration_minutes: 30 }
const ada = 'ada@example.com'

describe.each(engines)('a security notice on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** The notices since the last call: recipient and content. */
  async function notices(harness: Harness): Promise<string[]> {
    await harness.provider.outbox.drain()
    const notices = harness.sent
      .filter(({ codes, links }) => codes.length === 0 && links.length === 0)
      .map(
        ({ to, text }) =>
          `${to}: ${/account: (.*)\.\n/.exec(text)?.[1] ?? text} ${text.includes('was removed') ? 'removed' : 'added'}`,
      )
    harness.sent.length = 0
    return notices.sort()
  }

  async function addBySecond(harness: Harness, session: string, channel: 'email' | 'sms', to: string): Promise<string> {
    const body = channel === 'email' ? { email: to } : { phone_number: to }
    const { data } = await harness.call('POST', `/otps/${channel}/send/secondary`, body, { session })
    const [token] = (await harness.lastMessage(to)).codes
    const done = await harness.call(
      'POST',
      '/otps/authenticate',
      { token, method_id: data.method_id, ...S },
      { session },
    )
    return done.data.session_token
  }

  it('is not sent for a sign-up or a sign-in', async () => {
    const harness = await createHarness(storage)
    await harness.signIn(ada)
    await harness.signIn(ada)
    expect(await notices(harness)).toEqual([])
  })

  it('reports a new address to all other ones, and its removal to all of them', async () => {
    const harness = await createHarness(storage)
    const { token } = await harness.signIn(ada)
    const session = await addBySecond(harness, token, 'email', 'work@example.com')
    expect(await notices(harness)).toEqual([`${ada}: an email address added`])
    const withPhone = await addBySecond(harness, session, 'sms', '+12025550123')
    expect(await notices(harness)).toEqual([`${ada}: a phone number added`, 'work@example.com: a phone number added'])
    const { data } = await harness.call('GET', '/users/me', undefined, { session: withPhone })
    const work = data.emails.find(({ email }) => email === 'work@example.com')?.email_id
    await harness.call('DELETE', `/users/emails/${work}`, undefined, { session: withPhone })
    expect(await notices(harness)).toEqual([
      `${ada}: an email address removed`,
      'work@example.com: an email address removed',
    ])
  })

  it('reports a new authenticator app, wallet and passkey', async () => {
    const harness = await createHarness(storage)
    const { token } = await harness.signIn(ada)
    const totp = Object((await harness.call('POST', '/totps', { expiration_minutes: 30 }, { session: token })).data)
    expect(await notices(harness)).toEqual([])
    const totp_code = await totpCode(totp.secret, Math.floor(harness.clock.now() / 30_000))
    const proven = await harness.call('POST', '/totps/authenticate', { totp_code, ...S }, { session: token })
    expect(await notices(harness)).toEqual([`${ada}: an authenticator app added`])
    const wallet = createEthereumWallet()
    const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
    const session = proven.data.session_token
    const walletChallenge = await harness.call('POST', '/crypto_wallets/authenticate/start/secondary', named, {
      session,
    })
    const signature = wallet.sign(Object(walletChallenge.data).challenge)
    const body = { ...named, signature, ...S }
    const connected = await harness.call('POST', '/crypto_wallets/authenticate', body, { session })
    expect(await notices(harness)).toEqual([`${ada}: a crypto wallet added`])
    const own = { session: connected.data.session_token }
    const page = { domain: new URL(origin).hostname, user_agent: 'x' }
    const started = await harness.call('POST', '/webauthn/register/start', page, own)
    const { public_key_credential_creation_options: options } = Object(started.data)
    const public_key_credential = createAuthenticator(origin).create(options)
    const done = await harness.call('POST', '/webauthn/register', { public_key_credential, ...S }, own)
    expect([done.outcome, await notices(harness)]).toEqual(['200', [`${ada}: a passkey added`]])
  })
})
