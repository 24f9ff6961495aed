import { describe, expect, it } from 'vitest'
import { emailForgotten, inboxHint, magicLinkSent } from './magic-links.flow.ts'

const email = 'ada@example.com'

describe('a magic link', () => {
  it('leads to the confirmation with the address once it is sent, with an event and a log entry [W-EML-09] [W-EVT-11]', () => {
    expect(magicLinkSent(email, 2)).toEqual({
      state: { screen: 'email_confirmation', email, calls: 2 },
      effects: [
        { type: 'log', name: 'email_sent', details: { email, type: 'magic_link' } },
        { type: 'emit', event: { type: 'MAGIC_LINK_LOGIN_OR_CREATE', data: { email } } },
      ],
    })
  })

  it('is logged with address and type when it is requested again', () => {
    expect(emailForgotten(email)).toEqual({
      type: 'log',
      name: 'email_try_again_clicked',
      details: { email, type: 'magic_link' },
    })
  })

  it('is searched for by the only email domain, unless a hint is configured [W-EML-07]', () => {
    expect([
      inboxHint(['mail.example.com']),
      inboxHint(['mail.example.com', 'other.example.com']),
      inboxHint([]),
      inboxHint(['mail.example.com'], 'hint.example.com'),
      inboxHint(['mail.example.com', 'other.example.com'], 'hint.example.com'),
      inboxHint([], 'hint.example.com'),
    ]).toEqual(['mail.example.com', undefined, undefined, 'hint.example.com', 'hint.example.com', 'hint.example.com'])
  })
})
