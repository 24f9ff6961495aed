import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DeliveryError, Message } from './delivery.ts'
import { createSmtpDelivery } from './smtp.ts'
import { parseSender, parseSmtpUrl } from './smtp-url.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Received {
  recipients: string[]
  email: Email
}

async function startServer(behavior: Partial<SMTPServerOptions> = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ recipients, email: await PostalMime.parse(Buffer.concat(chunks)) })
        done()
      })
    },
    ...behavior,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { received, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

function delivery(url: string, from = 'Acme Sign-in <sign-in@acme.example>') {
  const smtp = createSmtpDelivery({ url, from })
  closing.push(() => smtp.close())
  return smtp
}

const message: Message = {
  channel: 'email',
  to: 'zoe@example.com',
  subject: 'Anmelden bei Zoë’s Café ☕ – 登录',
  text: 'Grüße, 042137\n',
  html: '<p>Grüße, <b>042137</b></p>',
  codes: ['042137'],
  links: [],
}
const options = { idempotencyKey: 'key-1', signal: new AbortController().signal }
const failure = (sending: Promise<void>) =>
  sending.then(
    () => 'sent',
    ({ name, message, permanent }: DeliveryError) => ({ name, message, permanent }),
  )

describe('createSmtpDelivery', () => {
  it.each([
    ['550 5.1.1 no such user', 'bounced'],
    ['550 5.2.1 mailbox disabled', 'bounced'],
    ['550 5.7.1 we do not like you', null],
    ['550 no', null],
    ['450 4.1.1 later', null],
  ])('knows a mailbox that is not there from one that does not want this: %s', async (words, suppression) => {
    const { url } = await startServer({
      onRcptTo(_address, _session, done) {
        const [, code, text] = /^(\d+) (.*)$/.exec(words) ?? []
        done(Object.assign(new Error(text), { responseCode: Number(code) }))
      },
    })
    const error = await delivery(url)
      .send(message, options)
      .catch((caught: DeliveryError) => caught)
    expect(error).toMatchObject({ name: 'DeliveryError', suppression, permanent: words.startsWith('5') })
  })

  it('sends a mail with a subject in any script to exactly one recipient', async () => {
    const { received, url } = await startServer()
    await delivery(url).send(message, options)
    expect(
      received.map(({ recipients, email }) => ({
        recipients,
        from: email.from,
        to: email.to,
        cc: email.cc,
        subject: email.subject,
        text: email.text?.trimEnd(),
        html: email.html?.trimEnd(),
      })),
    ).toEqual([
      {
        recipients: ['zoe@example.com'],
        from: { name: 'Acme Sign-in', address: 'sign-in@acme.example' },
        to: [{ name: '', address: 'zoe@example.com' }],
        cc: undefined,
        subject: message.subject,
        text: 'Grüße, 042137',
        html: '<p>Grüße, <b>042137</b></p>',
      },
    ])
  })

  it('gives a repeated mail the same Message-ID and another mail a different one', async () => {
    const { received, url } = await startServer()
    const smtp = delivery(url)
    for (const idempotencyKey of ['key-1', 'key-1', 'key-2']) await smtp.send(message, { ...options, idempotencyKey })
    const [first, again, other] = received.map(({ email }) => email.messageId)
    expect(first).toMatch(/^<[0-9a-f]{40}@acme\.example>$/)
    expect([again === first, other === first]).toEqual([true, false])
  })

  it.each([
    'a@b.co, c@d.co',
    'a@b.co;c@d.co',
    'a@b.co\r\nBcc: c@d.co',
    '<a@b.co>',
    'Friends: a@b.co, c@d.co;',
    'a@b.co c@d.co',
    '',
    'no-address',
  ])('rejects %j as a recipient before it sends anything', async (to) => {
    const { received, url } = await startServer()
    expect(await failure(delivery(url).send({ ...message, to }, options))).toEqual({
      name: 'DeliveryError',
      message: 'the recipient is not exactly one address',
      permanent: true,
    })
    expect(received).toEqual([])
  })

  it('rejects a line break in the subject', async () => {
    const { received, url } = await startServer()
    const sending = delivery(url).send({ ...message, subject: 'Hello\r\nBcc: c@d.co' }, options)
    expect(await failure(sending)).toEqual({
      name: 'DeliveryError',
      message: 'the subject holds a line break',
      permanent: true,
    })
    expect(received).toEqual([])
  })

  const answering = (responseCode: number): Partial<SMTPServerOptions> => ({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode })),
  })

  it('treats a 5xx response to the recipient as permanent', async () => {
    const { url } = await startServer(answering(550))
    const outcome = await failure(delivery(url).send(message, options))
    expect(outcome).toEqual({ name: 'DeliveryError', message: 'SMTP EENVELOPE 550', permanent: true })
  })

  it('treats a 4xx response to the recipient as temporary', async () => {
    const { url } = await startServer(answering(451))
    const outcome = await failure(delivery(url).send(message, options))
    expect(outcome).toEqual({ name: 'DeliveryError', message: 'SMTP EENVELOPE 451', permanent: false })
  })

  it('treats a 5xx response to the content as permanent', async () => {
    const { url } = await startServer({
      onData(stream, _session, done) {
        stream.resume()
        stream.on('end', () => done(Object.assign(new Error('spam'), { responseCode: 554 })))
      },
    })
    const outcome = await failure(delivery(url).send(message, options))
    expect(outcome).toEqual({ name: 'DeliveryError', message: 'SMTP EMESSAGE 554', permanent: true })
  })

  it('treats a rejected login as temporary, because the operator can fix it', async () => {
    const { url } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(Object.assign(new Error('no'), { responseCode: 535 })),
    })
    const outcome = await failure(delivery(url.replace('//', '//me:wrong@')).send(message, options))
    expect(outcome).toEqual({ name: 'DeliveryError', message: 'SMTP EAUTH 535', permanent: false })
  })

  it('treats an unreachable server as temporary', async () => {
    const { url } = await startServer()
    await closing.splice(0)[0]?.()
    const outcome = await failure(delivery(url).send(message, options))
    expect(outcome).toMatchObject({ name: 'DeliveryError', permanent: false })
  })

  it('treats a connection dropped within the content as temporary and does not repeat the mail', async () => {
    const sockets = new Set<Socket>()
    let tries = 0
    const { url } = await startServer({
      onData(stream) {
        tries += 1
        stream.once('data', () => {
          for (const socket of sockets) socket.destroy()
        })
      },
    })
    const proxy = createServer((incoming) => {
      const outgoing = connect(Number(new URL(url).port), '127.0.0.1')
      sockets.add(incoming)
      for (const socket of [incoming, outgoing]) socket.on('error', () => {})
      incoming.pipe(outgoing).pipe(incoming)
      incoming.on('close', () => outgoing.destroy())
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise<void>((resolve) => proxy.close(() => resolve())))
    const through = `smtp://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    expect(await failure(delivery(through).send(message, options))).toMatchObject({
      name: 'DeliveryError',
      permanent: false,
    })
    expect(tries).toBe(1)
  })
})

describe('createSmtpDelivery with a slow server', () => {
  let answers: (() => void)[]
  beforeEach(() => {
    answers = []
  })
  const lateWithContent: Partial<SMTPServerOptions> = {
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => void answers.push(() => done()))
    },
  }
  const lateWithRecipient: Partial<SMTPServerOptions> = {
    onRcptTo: (_address, _session, done) => void answers.push(() => done()),
  }
  const untilServerWaits = async (): Promise<void> => {
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve))
  }

  it('reports the hand-over when the content is sent, and then waits for the response', async () => {
    const { url } = await startServer(lateWithContent)
    const events: string[] = []
    const sending = delivery(url)
      .send(message, { ...options, onHandedOver: () => void events.push('handed over') })
      .then(() => events.push('answered'))
    await untilServerWaits()
    expect(events).toEqual(['handed over'])
    answers.pop()?.()
    await sending
    expect(events).toEqual(['handed over', 'answered'])
  })

  it('closes the connection of an aborted mail and opens a new one for the next mail', async () => {
    let connections = 0
    const onConnect: SMTPServerOptions['onConnect'] = (_session, done) => {
      connections += 1
      done()
    }
    const { url } = await startServer({ ...lateWithContent, onConnect })
    const smtp = delivery(url)
    const stopping = new AbortController()
    const onHandedOver = (): void => stopping.abort(new Error('stopping'))
    const aborted = await failure(smtp.send(message, { ...options, signal: stopping.signal, onHandedOver }))
    expect(aborted).toMatchObject({ name: 'DeliveryError', permanent: false })
    await untilServerWaits()
    answers.pop()
    const next = smtp.send(message, options)
    await untilServerWaits()
    answers.pop()?.()
    await next
    expect(connections).toBe(2)
  })

  it('does not send a mail whose recipient is not accepted within 25 seconds', async () => {
    const { received, url } = await startServer(lateWithRecipient)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    closing.push(() => void vi.useRealTimers())
    const onHandedOver = vi.fn()
    const sending = failure(delivery(url).send(message, { ...options, onHandedOver }))
    // The test server uses timers too, and greets only after one of them.
    while (answers.length === 0) {
      await vi.advanceTimersByTimeAsync(1)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await sending).toEqual({ name: 'DeliveryError', message: 'SMTP server does not respond', permanent: false })
    answers.pop()?.()
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect([received, onHandedOver.mock.calls]).toEqual([[], []])
  })
})

describe('createSmtpDelivery with a server that closes at the first command', () => {
  it('tries once, because only the outbox repeats mails', async () => {
    let attempts = 0
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 ready\r\n')
      socket.on('data', (chunk) => {
        const line = chunk.toString()
        if (/^EHLO/i.test(line)) return void socket.write('250 hello\r\n')
        if (/^MAIL/i.test(line)) attempts += 1
        socket.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { port } = server.address() as AddressInfo
    const outcome = await failure(delivery(`smtp://127.0.0.1:${port}`).send(message, options))
    expect([outcome, attempts]).toEqual([expect.objectContaining({ name: 'DeliveryError', permanent: false }), 1])
  })
})

describe('parseSmtpUrl', () => {
  it('requires TLS for other machines, by STARTTLS or from the first byte', () => {
    expect(parseSmtpUrl('smtp://mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 587,
      secure: false,
      requireTLS: true,
      ignoreTLS: false,
    })
    expect(parseSmtpUrl('smtps://me%40x:p%3Aw@mail.example.com:2465')).toEqual({
      host: 'mail.example.com',
      port: 2465,
      secure: true,
      requireTLS: false,
      ignoreTLS: false,
      auth: { user: 'me@x', pass: 'p:w' },
    })
  })

  it('does not require TLS for a relay on this machine or with starttls=optional', () => {
    expect(
      ['smtp://localhost:25', 'smtp://[::1]', 'smtp://relay?starttls=optional'].map(
        (url) => parseSmtpUrl(url).requireTLS,
      ),
    ).toEqual([false, false, false])
  })

  it.each([
    '',
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://h/x',
    'smtp://h?tls=no',
    'smtp://user@h',
  ])('rejects the SMTP URL %j', (url) => {
    expect(() => parseSmtpUrl(url)).toThrow(TypeError)
  })
})

describe('parseSender', () => {
  it('parses a sender with a name and an address, or an address alone', () => {
    expect([parseSender('Acme Inc <a@b.co>'), parseSender('a@b.co')]).toEqual([
      { name: 'Acme Inc', address: 'a@b.co' },
      { name: '', address: 'a@b.co' },
    ])
  })

  it.each(['', 'no-address', 'A <a@b.co>, B <c@d.co>', 'a@b.co\r\nBcc: c@d.co', 'a@b.co, c@d.co'])(
    'rejects the sender %j',
    (text) => {
      expect(() => parseSender(text)).toThrow(TypeError)
    },
  )
})
