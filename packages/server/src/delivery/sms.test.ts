import { describe, expect, it } from 'vitest'
import type { DeliveryError, Message } from './delivery.ts'
import { createHttpHookDelivery } from './sms.ts'
import { signWebhook } from './webhook-signature.ts'

const message: Message = {
  channel: 'sms',
  to: '+15005550006',
  subject: '',
  text: '042137 is your Acme code.',
  html: '',
  codes: ['042137'],
  links: [],
}
const options = { idempotencyKey: 'key-1', signal: new AbortController().signal }
const clock = { now: () => 1_700_000_000_500 }

function hook(answer: () => Response | Promise<Response>) {
  const calls: { url: string; init: RequestInit | undefined }[] = []
  const delivery = createHttpHookDelivery({
    url: 'https://hook.example/messages',
    secret: 'a-secret',
    clock,
    fetch: async (url, init) => {
      calls.push({ url: String(url), init })
      return answer()
    },
  })
  return { calls, delivery }
}

describe('createHttpHookDelivery', () => {
  it('posts the message once, signed over id, time and body', async () => {
    const { calls, delivery } = hook(() => new Response(null, { status: 204 }))
    await delivery.send(message, options)
    const body = '{"id":"key-1","channel":"sms","to":"+15005550006","subject":"","text":"042137 is your Acme code."}'
    expect(calls).toEqual([
      {
        url: 'https://hook.example/messages',
        init: {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'webhook-id': 'key-1',
            'webhook-timestamp': '1700000000',
            'webhook-signature': signWebhook('a-secret', 'key-1', '1700000000', body),
          },
          body,
          redirect: 'manual',
          signal: options.signal,
        },
      },
    ])
  })

  it.each([
    [400, true],
    [422, true],
    [302, false],
    [401, false],
    [404, false],
    [408, false],
    [429, false],
    [500, false],
    [503, false],
  ])('treats a response with status %i as permanent: %s', async (status, permanent) => {
    const { delivery } = hook(() => new Response(null, { status }))
    const error = await delivery.send(message, options).catch((caught: DeliveryError) => caught)
    expect(error).toMatchObject({ name: 'DeliveryError', message: `the hook answered ${status}`, permanent })
  })

  it('treats a hook that cannot be reached as a temporary failure', async () => {
    const { delivery } = hook(() => Promise.reject(new TypeError('fetch failed')))
    const error = await delivery.send(message, options).catch((caught: DeliveryError) => caught)
    expect(error).toMatchObject({ message: 'the hook could not be reached', permanent: false })
  })

  it.each(['+15005550006,+15005550007', 'a@b.co', '', '15005550006'])('rejects %j as a phone number', async (to) => {
    const { calls, delivery } = hook(() => new Response(null, { status: 204 }))
    const error = await delivery.send({ ...message, to }, options).catch((caught: DeliveryError) => caught)
    expect(error).toMatchObject({ message: 'the recipient is not exactly one number', permanent: true })
    expect(calls).toEqual([])
  })
})
