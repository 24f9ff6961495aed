import { describe, expect, it } from 'vitest'
import { inboxLinks } from './inbox-links.ts'

describe('inbox links', () => {
  it('search for the sender', () => {
    expect(inboxLinks('mail.example.com')).toEqual([
      { name: 'gmail', href: 'https://mail.google.com/mail/u/0/#search/from:%40mail.example.com+in:anywhere' },
      { name: 'yahoo', href: 'https://mail.yahoo.com/d/search/keyword=from:%40mail.example.com' },
      { name: 'outlook', href: 'https://outlook.live.com/mail/0/inbox' },
    ])
  })

  it.each([
    ['ada@gmail.com', 'gmail'],
    ['ada@Yahoo.co.jp', 'yahoo'],
    ['ada@hotmail.com', 'outlook'],
    ['ada@example.com', 'gmail'],
    ['live.com@example.com', 'gmail'],
  ])('begin with the inbox of %s: %s', (email, first) => {
    const names = inboxLinks(undefined, email).map(({ name }) => name)
    expect([names[0], names.length]).toEqual([first, 3])
  })

  it('open the inbox if the sender is unknown', () => {
    expect(inboxLinks(undefined).map(({ href }) => href)).toEqual([
      'https://mail.google.com/mail/u/0/',
      'https://mail.yahoo.com/d/folders/1',
      'https://outlook.live.com/mail/0/inbox',
    ])
  })

  it('use a hint only as a part of the search', () => {
    for (const { href } of inboxLinks('a/../#"<b>?x')) expect(href).toMatch(/^https:\/\/[\w./#:%+=-]+$/)
  })
})
