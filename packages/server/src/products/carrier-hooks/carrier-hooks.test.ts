import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { newWebhookSecret, signWebhook } from '../../delivery/webhook-signature.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createHarness, engines, type Harness, openTestStorage } from '../../testing/harness.ts'

const secret = 'a-long-enough-hook-secret'
const twilioAuthToken = 'a-long-enough-auth-token'
const base = 'https://auth.example.com'
const config = { hooks: { secret, twilioAuthToken } }

describe.each(engines)('carrier hooks on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  let numbers = 0
  /** Suppressions apply to all projects, so each test has addresses of its own. */
  const newNumber = () => `+1202555${String(1_000 + ++numbers)}`
  const newEmail = () => `user-${++numbers}@example.com`

  function post(harness: Harness, path: string, body: string, headers: Record<string, string> = {}) {
    const type = { 'content-type': 'application/json' }
    return harness.fetch(new Request(`${base}${path}`, { method: 'POST', body, headers: { ...type, ...headers } }))
  }

  function signed(harness: Harness, body: string, change: { id?: string; at?: number; key?: string } = {}) {
    const { id = `hook-${++numbers}`, at = harness.clock.now(), key = secret } = change
    const timestamp = String(Math.floor(at / 1_000))
    return {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signWebhook(key, id, timestamp, body),
    }
  }

  async function postEvent(harness: Harness, path: string, event: object) {
    const body = JSON.stringify(event)
    return (await post(harness, path, body, signed(harness, body))).outcome
  }

  const text = async (harness: Harness, phone_number: string, channel = 'sms') =>
    (await harness.call('POST', `/otps/${channel}/login_or_create`, { phone_number })).outcome

  const mail = async (harness: Harness, email: string) =>
    (await harness.call('POST', '/otps/email/login_or_create', { email })).outcome

  it.inTurn(
    'suppresses messages to a number after STOP, allows them after START, and ignores other replies',
    async () => {
      const harness = await createHarness(storage, { config })
      const from = newNumber()
      const reply = (words: string, channel?: string) =>
        postEvent(harness, '/v1/hooks/messages', { from, text: words, channel })
      expect([await reply('please stop'), await text(harness, from)]).toEqual(['200', '200'])
      expect([await reply(' Stop. '), await text(harness, from)]).toEqual(['200', 'unsubscribed_phone_number'])
      expect(await text(harness, from, 'whatsapp')).toBe('200')
      expect([await reply('start', 'whatsapp'), await text(harness, from)]).toEqual([
        '200',
        'unsubscribed_phone_number',
      ])
      expect([await reply('START'), await text(harness, from)]).toEqual(['200', '200'])
      expect(await postEvent(harness, '/v1/hooks/messages', { from: 'unknown', text: 'STOP' })).toBe('200')
    },
  )

  it.inTurn('suppresses email after a bounce or a complaint, until the address recovers', async () => {
    const harness = await createHarness(storage, { config })
    const [bounced, complained] = [newEmail(), newEmail()]
    const events = [
      { email: bounced.toUpperCase(), type: 'bounced' },
      { email: complained, type: 'complained' },
    ]
    expect(await postEvent(harness, '/v1/hooks/mail', events)).toBe('200')
    expect([await mail(harness, bounced), await mail(harness, complained), await mail(harness, newEmail())]).toEqual([
      'inactive_email',
      'inactive_email',
      '200',
    ])
    expect((await harness.call('POST', '/magic_links/email/login_or_create', { email: bounced })).outcome).toBe(
      'inactive_email',
    )
    expect(await postEvent(harness, '/v1/hooks/mail', { email: bounced, type: 'recovered' })).toBe('200')
    expect([await mail(harness, bounced), await mail(harness, complained)]).toEqual(['200', 'inactive_email'])
  })

  it.inTurn('rejects an event without the secret in the URL or a signature', async () => {
    const harness = await createHarness(storage, { config })
    const from = newNumber()
    const body = JSON.stringify({ from, text: 'STOP' })
    const path = '/v1/hooks/messages'
    const late = harness.clock.now() - 5 * 60_000 - 1_000
    const good = signed(harness, body)
    const outcomes = [
      await post(harness, path, body),
      await post(harness, `${path}?secret=`, body, good),
      await post(harness, `${path}?secret=wrong`, body),
      await post(harness, path, body, signed(harness, body, { key: 'another-secret-altogether' })),
      await post(harness, path, `${body} `, good),
      await post(harness, path, body, signed(harness, body, { at: late })),
      await post(harness, path, body, { ...good, 'webhook-id': 'another' }),
      await post(harness, path, body, { ...good, 'webhook-timestamp': 'soon' }),
    ]
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => 'unauthorized_credentials'))
    expect(await text(harness, from)).toBe('200')
    expect((await post(harness, `${path}?secret=${secret}`, body)).outcome).toBe('200')
    expect(await text(harness, from)).toBe('unsubscribed_phone_number')
  })

  it.inTurn('accepts a request signed by the Standard Webhooks library with a whsec_ secret', async () => {
    const key = newWebhookSecret()
    const harness = await createHarness(storage, { config: { hooks: { secret: key } } })
    const from = newNumber()
    const body = JSON.stringify({ from, text: 'STOP' })
    const at = new Date(harness.clock.now())
    const headers = (library: Webhook) => ({
      'webhook-id': `hook-${++numbers}`,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': library.sign(`hook-${numbers}`, at, body),
    })
    const path = '/v1/hooks/messages'
    const forged = await post(harness, path, body, headers(new Webhook(newWebhookSecret())))
    expect([forged.outcome, await text(harness, from)]).toEqual(['unauthorized_credentials', '200'])
    const signer = await post(harness, path, body, headers(new Webhook(key)))
    expect([signer.outcome, await text(harness, from)]).toEqual(['200', 'unsubscribed_phone_number'])
  })

  it.inTurn('ignores a recorded request that is sent again', async () => {
    const harness = await createHarness(storage, { config })
    const from = newNumber()
    const stop = JSON.stringify({ from, text: 'STOP' })
    const headers = signed(harness, stop)
    await post(harness, '/v1/hooks/messages', stop, headers)
    await postEvent(harness, '/v1/hooks/messages', { from, text: 'START' })
    expect((await post(harness, '/v1/hooks/messages', stop, headers)).outcome).toBe('200')
    expect(await text(harness, from)).toBe('200')
  })

  it.inTurn('rejects invalid events, and answers as not found without a secret', async () => {
    const harness = await createHarness(storage, { config })
    const outcome = async (body: string) => (await post(harness, '/v1/hooks/mail', body, signed(harness, body))).outcome
    expect([await outcome('{'), await outcome('{}'), await outcome('{"email":"a@b.co","type":"soft"}')]).toEqual([
      'malformed_json',
      'schema_error',
      'schema_error',
    ])
    const large = JSON.stringify({ email: 'x'.repeat(70_000), type: 'bounced' })
    expect(await outcome(large)).toBe('payload_too_large')
    const closed = await createHarness(storage)
    for (const path of ['/v1/hooks/messages', '/v1/hooks/mail', '/v1/hooks/twilio'])
      expect((await post(closed, path, '{}')).outcome).toBe('endpoint_not_found')
    await expect(createHarness(storage, { config: { hooks: { secret: 'short' } } })).rejects.toThrow('hooks.secret')
  })

  it.inTurn('accepts events that Twilio signed for the configured URL', async () => {
    const harness = await createHarness(storage, { config })
    const from = newNumber()
    const path = '/v1/hooks/twilio'
    const post = (fields: Record<string, string>, signature?: string) => {
      const joined = Object.keys(fields)
        .sort()
        .reduce((all, name) => `${all}${name}${fields[name]}`, `${base}${path}`)
      const own = createHmac('sha1', twilioAuthToken).update(joined).digest('base64')
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature ?? own,
        host: 'other.example',
      }
      const body = new URLSearchParams(fields).toString()
      return harness.fetch(new Request(`${base}${path}`, { method: 'POST', body, headers }))
    }
    expect((await post({ From: from, Body: 'STOP' }, 'x')).outcome).toBe('unauthorized_credentials')
    const answer = await post({ From: from, Body: 'Nein danke', OptOutType: 'STOP' })
    expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([
      200,
      'text/xml; charset=utf-8',
      '<?xml version="1.0" encoding="UTF-8"?><Response/>',
    ])
    await post({ From: `whatsapp:${from}`, Body: 'stop' })
    expect([await text(harness, from), await text(harness, from, 'whatsapp')]).toEqual([
      'unsubscribed_phone_number',
      'unsubscribed_phone_number',
    ])
    await post({ From: from, Body: 'Start' })
    expect(await text(harness, from)).toBe('200')
  })

  it('sends only to the countries that the project allows (A-10, R-6)', async () => {
    const harness = await createHarness(storage, { settings: { allowedCallingCodes: ['49', '1'] } })
    const outcomes = []
    for (const number of ['+4915123456789', '+12025550199', '+33612345678', '+999123456', 'x'])
      outcomes.push(await text(harness, number))
    expect(outcomes).toEqual([
      '200',
      '200',
      'invalid_phone_number_country_code',
      'invalid_phone_number_country_code',
      'invalid_phone_number',
    ])
    await expect(createHarness(storage, { settings: { allowedCallingCodes: ['0'] } })).rejects.toThrow(/calling code/)
  })

  it.inTurn('sends to the countries of sms_country_codes only, also within one calling code', async () => {
    const harness = await createHarness(storage, { settings: { smsCountryCodes: ['DE', 'US'] } })
    const outcomes = []
    // Germany with its trunk zero, the United States, and Canada and Jamaica, which share the calling code 1.
    for (const number of ['+4901512 3456789', '+12025550199', '+16135550123', '+18765550123', '+33612345678'])
      outcomes.push(await text(harness, number))
    const refused = 'invalid_phone_number_country_code'
    expect(outcomes).toEqual(['200', '200', refused, refused, refused])
    await harness.provider.outbox.drain()
    expect(harness.sent.map(({ to }) => to).sort()).toEqual(['+12025550199', '+4915123456789'])
  })

  it.inTurn('sends nothing to premium-rate, shared-cost and impossible numbers', async () => {
    const harness = await createHarness(storage)
    const outcomes = []
    for (const number of ['+449001234567', '+19005550199', '+4918051234567', '+4479110', '+12021550199'])
      outcomes.push(await text(harness, number))
    expect(outcomes).toEqual(outcomes.map(() => 'invalid_phone_number'))
    expect(await text(harness, '+447400123456')).toBe('200')
  })

  it('limits messages to one range of numbers, across callers (R-6)', async () => {
    const limits = { sends_per_phone_prefix: { limit: 3, windowMs: 60_000 } }
    const harness = await createHarness(storage, { settings: { limits } })
    const ask = async (phone_number: string, channel: string, peerAddress: string) =>
      (await harness.call('POST', `/otps/${channel}/login_or_create`, { phone_number }, { peerAddress })).outcome
    const outcomes = []
    for (let count = 0; count < 5; count += 1)
      outcomes.push(await ask(`+49151123456${count}0`, count % 2 ? 'whatsapp' : 'sms', `203.0.113.${count}`))
    expect(outcomes).toEqual(['200', '200', '200', 'too_many_requests', 'too_many_requests'])
    expect(await ask('+4917012345678', 'sms', '203.0.113.99')).toBe('200')
    harness.clock.advance(60_000)
    expect(await ask('+4915112345690', 'sms', '203.0.113.99')).toBe('200')
  })
})
