import { describe, expect, it } from 'vitest'
import { emailForgotten, inboxHint, magicLinkSent } from './magic-links.flow.ts'

const email = 'ada@example.com'

describe('a magic link', () => {
  it('that was sent leads to the confirmation, which holds the address, and is told to both sides [W-EML-09] [W-EVT-11]', () => {
    expect(magicLinkSent(email, 2)).toEqual({
      state: { screen: 'email_confirmation', email, calls: 2 },
      effects: [
        { type: 'log', name: 'email_sent', details: { email, type: 'magic_link' } },
        { type: 'emit', event: { type: 'MAGIC_LINK_LOGIN_OR_CREATE', data: { email } } },
      ],
    })
  })

  it('that is asked for again is logged with address and type', () => {
    expect(emailForgotten(email)).toEqual({
      type: 'log',
      name: 'email_try_again_clicked',
      details: { email, type: 'magic_link' },
    })
  })

  it('is looked for by the one domain mails come from, unless a hint is configured [W-EML-07]', () => {
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
