import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVault } from '../core/vault.ts'
import { openSqlite } from '../storage/operations/open-storage.ts'
import type { DeliveryError, Message } from './delivery.ts'
import { createOutbox } from './outbox/outbox.ts'
import { createTwilioDelivery } from './twilio.ts'

const message: Message = {
  ...{ channel: 'sms', to: '+15005550006', subject: '', text: '042137 is your Acme code.', html: '' },
  ...{ codes: ['042137'], links: [] },
}
const options = { idempotencyKey: 'key-1', signal: new AbortController().signal }

describe('createTwilioDelivery', () => {
  let answer = { status: 201, body: '{"sid":"SM1"}' }
  const requests: { request: IncomingMessage; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    requests.push({ request, body })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  let baseUrl = ''
  beforeEach(async () => {
    requests.length = 0
    answer = { status: 201, body: '{"sid":"SM1"}' }
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())))

  const open = (from = '+15005550001') =>
    createTwilioDelivery({ accountSid: 'AC1', authToken: 'token', from, baseUrl, fetch: globalThis.fetch })

  const sent = () =>
    requests.map(({ request: { method, url, headers }, body }) => ({
      ...{ method, url, form: Object.fromEntries(new URLSearchParams(body)) },
      ...{ authorization: headers.authorization, key: headers['i-twilio-idempotency-token'] },
    }))

  it('sends each message as a form with the credentials of the account', async () => {
    await open().send(message, options)
    await open('MG9').send(message, options)
    await open().send({ ...message, channel: 'whatsapp' }, options)
    const call = {
      ...{ method: 'POST', url: '/2010-04-01/Accounts/AC1/Messages.json', key: 'key-1' },
      authorization: `Basic ${Buffer.from('AC1:token').toString('base64')}`,
    }
    const { to: To, text: Body } = message
    expect(sent()).toEqual([
      { ...call, form: { To, Body, From: '+15005550001' } },
      { ...call, form: { To, Body, MessagingServiceSid: 'MG9' } },
      { ...call, form: { To: `whatsapp:${To}`, Body, From: 'whatsapp:+15005550001' } },
    ])
  })

  it.each([
    [400, '{"code":21610}', 'Twilio answered 400 (21610)', true, 'unsubscribed'],
    [400, '{"code":21211}', 'Twilio answered 400 (21211)', true, null],
    [401, '{"code":20003}', 'Twilio answered 401 (20003)', false, null],
    [429, '<html>', 'Twilio answered 429', false, null],
    [503, '', 'Twilio answered 503', false, null],
  ])('treats a response %i %s as %s, permanent: %s', async (status, body, words, permanent, suppression) => {
    answer = { status, body }
    const error = await open()
      .send(message, options)
      .catch((caught: DeliveryError) => caught)
    expect(error).toMatchObject({ name: 'DeliveryError', message: words, permanent, suppression })
  })

  it('rejects mail and recipients that are not exactly one number', async () => {
    const rejection = (change: Partial<Message>) =>
      open()
        .send({ ...message, ...change }, options)
        .catch(({ message: words, permanent }: DeliveryError) => [words, permanent])
    expect(await rejection({ channel: 'email' })).toEqual(['Twilio carries SMS and WhatsApp only', true])
    expect(await rejection({ to: '+15005550006,+15005550007' })).toEqual([
      'the recipient is not exactly one number',
      true,
    ])
    expect(requests).toEqual([])
  })

  it('suppresses a number that has unsubscribed', async () => {
    const storage = await openSqlite({ path: ':memory:' })
    const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
    const vault = createVault([{ id: 'k1', key: random.bytes(32) }], random)
    const clock = { now: () => 1_800_000_000_000 }
    const outbox = createOutbox({ storage, delivery: open(), vault, clock, random })
    answer = { status: 400, body: '{"code":21610}' }
    await storage.transaction((tx) =>
      outbox.enqueue(tx, 'project-1', message, { expiresAt: clock.now() + 60_000, idempotencyKey: 'k' }),
    )
    await outbox.drain()
    expect(await storage.suppressions.get('sms', message.to)).toEqual({
      ...{ channel: 'sms', address: message.to, reason: 'unsubscribed', createdAt: clock.now() },
    })
    expect(requests).toHaveLength(1)
    await storage.close()
  })
})
