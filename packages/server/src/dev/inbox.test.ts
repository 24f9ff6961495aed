import { describe, expect, it } from 'vitest'
import type { Message } from '../delivery/delivery.ts'
import { createInbox } from './inbox.ts'

const signal = new AbortController().signal

function makeInbox(capacity?: number) {
  let count = 0
  return createInbox({
    clock: { now: () => Date.UTC(2030, 0, 2, 3, 4, 5) },
    random: { bytes: (length) => new Uint8Array(length).fill(++count) },
    ...(capacity === undefined ? {} : { capacity }),
  })
}

const code = (to: string, digits: string, channel: Message['channel'] = 'email'): Message => ({
  channel,
  to,
  subject: `${digits} is your code`,
  text: digits,
  html: '',
  codes: [digits],
  links: [],
})

describe('createInbox', () => {
  it('keeps sent messages, newest first, in the format of its JSON', async () => {
    const inbox = makeInbox()
    await inbox.send(code('a@b.co', '111111'), { idempotencyKey: '1', signal })
    await inbox.send(code('a@b.co', '222222'), { idempotencyKey: '2', signal })
    const shared = { channel: 'email', to: 'a@b.co', sent_at: '2030-01-02T03:04:05.000Z', html: '', links: [] }
    expect(inbox.messages()).toEqual([
      {
        id: `message-${'02'.repeat(12)}`,
        ...shared,
        subject: '222222 is your code',
        text: '222222',
        codes: ['222222'],
      },
      {
        id: `message-${'01'.repeat(12)}`,
        ...shared,
        subject: '111111 is your code',
        text: '111111',
        codes: ['111111'],
      },
    ])
  })

  it('shows a message once that was delivered twice', async () => {
    const inbox = makeInbox()
    for (let i = 0; i < 2; i++) await inbox.send(code('a@b.co', '111111'), { idempotencyKey: '1', signal })
    expect(inbox.messages().map(({ text }) => text)).toEqual(['111111'])
  })

  it('finds recipients in any case, and numbers whose plus became a space in a query string', async () => {
    const inbox = makeInbox()
    await inbox.send(code('Ada@Example.com', '111111'), { idempotencyKey: '1', signal })
    await inbox.send(code('+15005550006', '222222', 'sms'), { idempotencyKey: '2', signal })
    const textsTo = (to: string) => inbox.messages(to).map(({ text }) => text)
    expect([textsTo('ada@example.com'), textsTo('+15005550006'), textsTo(' 15005550006'), textsTo('unknown')]).toEqual([
      ['111111'],
      ['222222'],
      ['222222'],
      [],
    ])
  })

  it('drops the oldest messages beyond its capacity, and all when cleared', async () => {
    const inbox = makeInbox(2)
    for (const digits of ['1', '2', '3']) await inbox.send(code('a@b.co', digits), { idempotencyKey: digits, signal })
    expect(inbox.messages().map(({ text }) => text)).toEqual(['3', '2'])
    inbox.clear()
    expect(inbox.messages()).toEqual([])
    await inbox.send(code('a@b.co', '3'), { idempotencyKey: '3', signal })
    expect(inbox.messages().map(({ text }) => text)).toEqual(['3'])
  })
})
