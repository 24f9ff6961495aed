import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import type { Message } from './delivery.ts'
import { createHttpHookDelivery } from './sms.ts'
import { newWebhookSecret, signWebhook, WebhookSecretError, webhookKey } from './webhook-signature.ts'

const message: Message = {
  channel: 'sms',
  to: '+12025550106',
  subject: '',
  text: '042137 is your Acme code.',
  html: '',
  codes: ['042137'],
  links: [],
}

/** One hook request as its receiver gets it. */
async function received(secret: string): Promise<{ body: string; headers: Record<string, string> }> {
  let request: Request | undefined
  const delivery = createHttpHookDelivery({
    url: 'https://hook.example/messages',
    secret,
    clock: { now: () => Date.now() },
    fetch: async (url, init) => {
      request = new Request(url, init)
      return new Response(null, { status: 204 })
    },
  })
  await delivery.send(message, { idempotencyKey: 'key-1', signal: new AbortController().signal })
  if (!request) throw new Error('no request was sent')
  return { body: await request.text(), headers: Object.fromEntries(request.headers) }
}

describe('Standard Webhooks signatures', () => {
  it('signatures are verified by the reference library with its default secret format', async () => {
    const secret = newWebhookSecret()
    const { body, headers } = await received(secret)
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ id: 'key-1', to: '+12025550106' })
    // The library accepts the secret without its prefix too.
    expect(new Webhook(secret.slice('whsec_'.length)).verify(body, headers)).toMatchObject({ id: 'key-1' })
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow('No matching signature found')
  })

  it('signatures use a secret without the whsec_ prefix as text, the raw format of the library', async () => {
    const secret = 'a-secret-that-was-set-before-the-prefix'
    const { body, headers } = await received(secret)
    expect(new Webhook(secret, { format: 'raw' }).verify(body, headers)).toMatchObject({ id: 'key-1' })
  })

  it('signatures equal those of the reference library', () => {
    const [secret, at] = [newWebhookSecret(), new Date(1_700_000_000_000)]
    expect(signWebhook(secret, 'id', '1700000000', 'body')).toBe(new Webhook(secret).sign('id', at, 'body'))
    // echo -n 'id.1.body' | openssl dgst -sha256 -hmac s -binary | base64
    expect(signWebhook('s', 'id', '1', 'body')).toBe('v1,Pla56iejvDGRpblOw4DdijSPKF+Oft/FlF0iBaAKOq0=')
  })

  it('generates secrets of 32 random bytes', () => {
    const secret = newWebhookSecret()
    expect([secret.startsWith('whsec_'), webhookKey(secret).length]).toEqual([true, 32])
    expect(newWebhookSecret()).not.toBe(secret)
  })

  it.each([
    'whsec_',
    'whsec_not base64 at all but long enough to be',
    `whsec_${Buffer.alloc(23, 7).toString('base64')}`,
    `whsec_${Buffer.alloc(65, 7).toString('base64')}`,
  ])('reject the malformed secret %j without repeating it', (secret) => {
    const clock = { now: () => 0 }
    const create = () => createHttpHookDelivery({ url: 'https://hook.example', secret, clock, fetch })
    expect(create).toThrow(WebhookSecretError)
    expect(create).toThrow(/^must be whsec_ followed by the base64 of 24 to 64 random bytes$/)
  })
})
