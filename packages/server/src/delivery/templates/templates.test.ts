import { describe, expect, it } from 'vitest'
import { magicLinkMessage } from './magic-link.ts'
import { noticeMessage } from './notice.ts'
import { passcodeMessage } from './passcode.ts'
import { passwordResetMessage } from './password-reset.ts'

const link = 'https://auth.example.com/v1/magic_links/redirect?public_token=p&latchkey_token_type=magic_links&token=t'

describe('magicLinkMessage', () => {
  it('says what the link does, when it ends and where it leads, in the text part too', () => {
    const { html, ...rest } = magicLinkMessage({
      to: 'a@example.com',
      projectName: 'Acme',
      link,
      expiresInMinutes: 60,
      kind: 'login',
    })
    expect(rest).toEqual({
      channel: 'email',
      to: 'a@example.com',
      subject: 'Log in to Acme',
      text: [
        'Log in to Acme',
        'Use the button below to log in. It works once, in the browser you asked from.',
        link,
        'The link expires in 1 hour. It leads to auth.example.com.',
        'If you did not ask for this, you can ignore it: nothing happens without you.',
        '',
      ]
        .join('\n\n')
        .replace(/\n\n$/, '\n'),
      codes: [],
      links: [link],
    })
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
    expect(html).toContain('It leads to auth.example.com.')
  })

  it('has words of its own for signing up and for a further address', () => {
    const subjects = (['signup', 'secondary'] as const).map(
      (kind) => magicLinkMessage({ to: 'a@b.co', projectName: 'Acme', link, expiresInMinutes: 30, kind }).subject,
    )
    expect(subjects).toEqual(['Finish signing up for Acme', 'Confirm your address for Acme'])
  })

  it('escapes the project name and keeps it off a second header line', () => {
    const message = magicLinkMessage({
      to: 'a@b.co',
      projectName: '<img src=x onerror=alert(1)>"\r\nBcc: evil@example.com',
      link,
      expiresInMinutes: 30,
      kind: 'login',
    })
    expect(message.subject).toBe('Log in to <img src=x onerror=alert(1)>" Bcc: evil@example.com')
    expect(message.html).not.toContain('<img')
    expect(message.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot; Bcc: evil@example.com')
  })

  it('fetches nothing from anywhere', () => {
    const { html } = magicLinkMessage({ to: 'a@b.co', projectName: 'Acme', link, expiresInMinutes: 30, kind: 'login' })
    expect(html.match(/\b(src|background|srcset)=|url\(|@import|<link|<script/g)).toBeNull()
  })

  it('takes English for a language it does not speak, and for the names of object methods', () => {
    const inLocale = (locale: string) =>
      magicLinkMessage({ to: 'a@b.co', projectName: 'Acme', link, expiresInMinutes: 30, kind: 'login', locale }).subject
    expect(['xx-YY', 'en-GB', 'constructor', '__proto__'].map(inLocale)).toEqual(Array(4).fill('Log in to Acme'))
  })
})

describe('passcodeMessage', () => {
  const base = { code: '042137', projectName: 'Acme', expiresInMinutes: 5, kind: 'login' } as const

  it('puts the code into subject, text and markup of an e-mail', () => {
    const message = passcodeMessage({ ...base, channel: 'email', to: 'a@b.co' })
    expect({ ...message, html: message.html.includes('>042137</p>') }).toEqual({
      channel: 'email',
      to: 'a@b.co',
      subject: '042137 is your Acme code',
      text: [
        'Log in to Acme',
        'Enter this code where you were asked for it:',
        '042137',
        'The code expires in 5 minutes. Nobody from Acme will ever ask you for it.',
        'If you did not ask for this, you can ignore it: nothing happens without you.\n',
      ].join('\n\n'),
      html: true,
      codes: ['042137'],
      links: [],
    })
  })

  it('ends a text message in the line that binds the code to the page', () => {
    expect(passcodeMessage({ ...base, channel: 'sms', to: '+15005550006', originHost: 'app.example.com' })).toEqual({
      channel: 'sms',
      to: '+15005550006',
      subject: '',
      text: '042137 is your Acme code. It expires in 5 minutes. Do not share it.\n\n@app.example.com #042137',
      html: '',
      codes: ['042137'],
      links: [],
    })
  })

  it('leaves that line out on WhatsApp, and when no page is known', () => {
    const sentence = '042137 is your Acme code. It expires in 5 minutes. Do not share it.'
    expect([
      passcodeMessage({ ...base, channel: 'whatsapp', to: '+15005550006', originHost: 'app.example.com' }).text,
      passcodeMessage({ ...base, channel: 'sms', to: '+15005550006' }).text,
    ]).toEqual([sentence, sentence])
  })
})

describe('passwordResetMessage', () => {
  const resetLink = link.replace('magic_links&', 'reset_password&')
  const loginLink = link.replace('magic_links&', 'login&').replace('token=t', 'token=l')
  const message = (kind: 'login' | 'signup') =>
    passwordResetMessage({
      ...{ to: 'a@example.com', projectName: '<Acme>', resetLink, loginLink, kind },
      ...{ expiresInMinutes: 30, loginExpiresInMinutes: 60 },
    })

  it('carries both links, each with its own end', () => {
    const { html, ...rest } = message('login')
    expect(rest).toEqual({
      channel: 'email',
      to: 'a@example.com',
      subject: 'Reset your <Acme> password',
      text: `${[
        'Reset your password',
        'Use the button below to choose a new password for <Acme>. It works once, in the browser you asked from.',
        resetLink,
        'The link expires in 30 minutes. It leads to auth.example.com.',
        'You can also log in without a password this time:',
        loginLink,
        'The link expires in 1 hour.',
        'If you did not ask for this, you can ignore it: nothing happens without you.',
      ].join('\n\n')}\n`,
      codes: [],
      links: [resetLink, loginLink],
    })
    expect(html).not.toContain('<Acme>')
    for (const one of [resetLink, loginLink]) expect(html).toContain(`href="${one.replaceAll('&', '&amp;')}"`)
    expect(html.match(/\b(src|background|srcset)=|url\(|@import|<link|<script/g)).toBeNull()
  })

  it('invites whoever has no account yet', () => {
    expect(message('signup').subject).toBe('Finish signing up for <Acme>')
  })
})

describe('noticeMessage', () => {
  it('says what was done and what to do, and carries no link', () => {
    const { html, ...rest } = noticeMessage({ to: 'a@example.com', projectName: 'Acme', kind: 'password_changed' })
    expect(rest).toEqual({
      channel: 'email',
      to: 'a@example.com',
      subject: 'Your Acme password was changed',
      text: [
        'Your password was changed',
        'The password of your Acme account was changed, and every other session was signed out.',
        'If this was not you, reset your password now.\n',
      ].join('\n\n'),
      codes: [],
      links: [],
    })
    expect(html).not.toContain('href=')
  })
})
