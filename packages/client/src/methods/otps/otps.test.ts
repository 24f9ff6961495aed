import { describe, expect, it } from 'vitest'
import { createTestSetup, makeAuth, rejection, signIn } from '../../test-setup.suite.ts'

const phone = '+15005550006'
const email = 'a@example.com'

function createHarness() {
  const setup = createTestSetup()
  for (const channel of ['sms', 'whatsapp', 'email']) {
    for (const call of ['login_or_create', 'send/primary', 'send/secondary']) {
      setup.script.on(`/otps/${channel}/${call}`, { data: { method_id: `${channel} ${call}` } })
    }
  }
  const { client } = setup.open()
  const posts = (): unknown[] =>
    setup.script.sent
      .filter(({ path }) => path.startsWith('/otps/'))
      .map(({ method, path, body }) => [method, path, body])
  return { setup, client, posts }
}

describe('loginOrCreate', () => {
  const options = { expiration_minutes: 7, login_template_id: 'l', signup_template_id: 's', locale: 'en' }

  it('sends a passcode by SMS [C-CALL-30]', async () => {
    const { client, posts } = createHarness()
    const all = { ...options, enable_autofill: true, autofill_session_duration_minutes: 5 }
    expect((await client.otps.sms.loginOrCreate(phone, all)).method_id).toBe('sms login_or_create')
    expect(posts()).toEqual([['POST', '/otps/sms/login_or_create', { phone_number: phone, ...all }]])
  })

  it('sends a passcode by WhatsApp [C-CALL-31]', async () => {
    const { client, posts } = createHarness()
    expect((await client.otps.whatsapp.loginOrCreate(phone, options)).method_id).toBe('whatsapp login_or_create')
    expect(posts()).toEqual([['POST', '/otps/whatsapp/login_or_create', { phone_number: phone, ...options }]])
  })

  it('sends a passcode by email [C-CALL-32]', async () => {
    const { client, posts } = createHarness()
    expect((await client.otps.email.loginOrCreate(email, options)).method_id).toBe('email login_or_create')
    expect(posts()).toEqual([['POST', '/otps/email/login_or_create', { email, ...options }]])
  })

  it('requests five minutes by default, also with a session [C-CONST-06]', async () => {
    const { setup, client, posts } = createHarness()
    await signIn(setup, client)
    await client.otps.sms.loginOrCreate(phone)
    expect(posts()[1]).toEqual(['POST', '/otps/sms/login_or_create', { phone_number: phone, expiration_minutes: 5 }])
  })
})

describe('send', () => {
  it('goes to primary without a session [C-CALL-33] [C-CALL-35] [C-CALL-37]', async () => {
    const { client, posts } = createHarness()
    await client.otps.sms.send(phone)
    await client.otps.whatsapp.send(phone)
    await client.otps.email.send(email, { login_template_id: 'l' })
    expect(posts()).toEqual([
      ['POST', '/otps/sms/send/primary', { phone_number: phone, expiration_minutes: 5 }],
      ['POST', '/otps/whatsapp/send/primary', { phone_number: phone, expiration_minutes: 5 }],
      ['POST', '/otps/email/send/primary', { email, expiration_minutes: 5, login_template_id: 'l' }],
    ])
  })

  it('goes to secondary with a session [C-CALL-34] [C-CALL-36] [C-CALL-38]', async () => {
    const { setup, client, posts } = createHarness()
    await signIn(setup, client)
    await client.otps.sms.send(phone)
    await client.otps.whatsapp.send(phone)
    await client.otps.email.send(email)
    expect(posts().slice(1)).toEqual([
      ['POST', '/otps/sms/send/secondary', { phone_number: phone, expiration_minutes: 5 }],
      ['POST', '/otps/whatsapp/send/secondary', { phone_number: phone, expiration_minutes: 5 }],
      ['POST', '/otps/email/send/secondary', { email, expiration_minutes: 5 }],
    ])
  })
})

describe('otps.authenticate', () => {
  it('sends passcode, method and duration by their wire names [C-CALL-39]', async () => {
    const { setup, client, posts } = createHarness()
    setup.script.on('/otps/authenticate', { data: makeAuth('s1') })
    const data = await client.otps.authenticate('012345', 'method-1', { session_duration_minutes: 30 })
    expect(posts()).toEqual([
      ['POST', '/otps/authenticate', { token: '012345', method_id: 'method-1', session_duration_minutes: 30 }],
    ])
    expect(data).toMatchObject({ session_token: 'token-s1', method_id: 'method-1' })
  })

  it('checks its arguments before a request [C-VAL-07] [C-VAL-15] [C-VAL-16]', async () => {
    const { client, posts } = createHarness()
    const minutes = { session_duration_minutes: 30 }
    const message = async (call: Promise<unknown>): Promise<string> => (await rejection(call)).message
    expect(await message(client.otps.authenticate(123456 as never, 'm', minutes))).toBe(
      'Invalid call to otps.authenticate\ncode must be a string',
    )
    expect(await message(client.otps.authenticate('1', undefined as never, minutes))).toBe(
      'Invalid call to otps.authenticate\nmethod_id must be a string',
    )
    expect(await message(client.otps.authenticate('1', 'm', {} as never))).toBe(
      'Invalid call to otps.authenticate\nsession_duration_minutes must be a number',
    )
    expect(await message(client.otps.sms.send(7 as never))).toBe(
      'Invalid call to otps.sms.send\nphone_number must be a string',
    )
    expect(await message(client.otps.email.loginOrCreate(7 as never))).toBe(
      'Invalid call to otps.email.loginOrCreate\nemail must be a string',
    )
    expect(posts()).toEqual([])
  })
})
