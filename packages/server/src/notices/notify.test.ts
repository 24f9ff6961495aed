import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpCode } from '../products/totps/totp-code.ts'
import type { Storage } from '../storage/storage.ts'
import { createWorld, engines, openTestStorage, origin, type World } from '../testing/harness.ts'

const S = { session_duration_minutes: 30 }
const ada = 'ada@example.com'

describe.each(engines)('a person is told of changes to how they get in, on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** Every notice since the last look: to whom, and what it says. */
  async function notices(world: World): Promise<string[]> {
    await world.provider.outbox.drain()
    const told = world.sent
      .filter(({ codes, links }) => codes.length === 0 && links.length === 0)
      .map(
        ({ to, text }) =>
          `${to}: ${/account: (.*)\.\n/.exec(text)?.[1] ?? text} ${text.includes('was removed') ? 'removed' : 'added'}`,
      )
    world.sent.length = 0
    return told.sort()
  }

  async function addBySecond(world: World, session: string, channel: 'email' | 'sms', to: string): Promise<string> {
    const body = channel === 'email' ? { email: to } : { phone_number: to }
    const { data } = await world.call('POST', `/otps/${channel}/send/secondary`, body, { session })
    const [token] = (await world.lastMessage(to)).codes
    const done = await world.call('POST', '/otps/authenticate', { token, method_id: data.method_id, ...S }, { session })
    return done.data.session_token
  }

  it('hears nothing of signing up or signing in', async () => {
    const world = await createWorld(storage)
    await world.signIn(ada)
    await world.signIn(ada)
    expect(await notices(world)).toEqual([])
  })

  it('hears of a further address at every other one, and of its removal at all of them', async () => {
    const world = await createWorld(storage)
    const { token } = await world.signIn(ada)
    const session = await addBySecond(world, token, 'email', 'work@example.com')
    expect(await notices(world)).toEqual([`${ada}: an email address added`])
    const withPhone = await addBySecond(world, session, 'sms', '+12025550123')
    expect(await notices(world)).toEqual([`${ada}: a phone number added`, 'work@example.com: a phone number added'])
    const { data } = await world.call('GET', '/users/me', undefined, { session: withPhone })
    const work = data.emails.find(({ email }) => email === 'work@example.com')?.email_id
    await world.call('DELETE', `/users/emails/${work}`, undefined, { session: withPhone })
    expect(await notices(world)).toEqual([
      `${ada}: an email address removed`,
      'work@example.com: an email address removed',
    ])
  })

  it('hears of an authenticator app, a wallet and a passkey', async () => {
    const world = await createWorld(storage)
    const { token } = await world.signIn(ada)
    const totp = Object((await world.call('POST', '/totps', { expiration_minutes: 30 }, { session: token })).data)
    expect(await notices(world)).toEqual([])
    const totp_code = await totpCode(totp.secret, Math.floor(world.clock.now() / 30_000))
    const proven = await world.call('POST', '/totps/authenticate', { totp_code, ...S }, { session: token })
    expect(await notices(world)).toEqual([`${ada}: an authenticator app added`])
    const wallet = createEthereumWallet()
    const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
    const session = proven.data.session_token
    const asked = await world.call('POST', '/crypto_wallets/authenticate/start/secondary', named, { session })
    const signature = wallet.sign(Object(asked.data).challenge)
    const body = { ...named, signature, ...S }
    const connected = await world.call('POST', '/crypto_wallets/authenticate', body, { session })
    expect(await notices(world)).toEqual([`${ada}: a crypto wallet added`])
    const own = { session: connected.data.session_token }
    const page = { domain: new URL(origin).hostname, user_agent: 'x' }
    const started = await world.call('POST', '/webauthn/register/start', page, own)
    const { public_key_credential_creation_options: options } = Object(started.data)
    const public_key_credential = createAuthenticator(origin).create(options)
    const done = await world.call('POST', '/webauthn/register', { public_key_credential, ...S }, own)
    expect([done.outcome, await notices(world)]).toEqual(['200', [`${ada}: a passkey added`]])
  })
})
