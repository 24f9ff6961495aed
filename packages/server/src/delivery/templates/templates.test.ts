import { describe, expect, it } from 'vitest'
import { invitationMessage } from './invitation.ts'
import { magicLinkMessage } from './magic-link.ts'
import { noticeMessage } from './notice.ts'
import { passcodeMessage } from './passcode.ts'
import { passwordResetMessage, type ResetKind } from './password-reset.ts'
import { sampleContext } from './sample-context.suite.ts'

const link = 'https://auth.example.com/v1/magic_links/redirect?public_token=p&latchkey_token_type=magic_links&token=t'
const fetched = /\b(src|background|srcset)=|url\(|@import|<link|<script/g
const details = 'Time: Nov 17, 2026, 6:54 PM (UTC)\nDevice: Chrome on macOS'
const ignore = 'If you did not ask for this, you can safely ignore this email.'

function loginLink(context = sampleContext()) {
  return magicLinkMessage({ to: 'a@example.com', link, expiresInMinutes: 60, kind: 'login', context })
}

describe('magicLinkMessage', () => {
  it('states what the link does, when it expires, where it leads and where the request came from', () => {
    const { html, ...rest } = loginLink()
    expect(rest).toEqual({
      channel: 'email',
      to: 'a@example.com',
      subject: 'Log in to Acme',
      text: `${[
        'Log in to Acme',
        'Here is your login link. It works once, in the browser where you asked for it.',
        link,
        'The link expires in 1 hour. It leads to auth.example.com.',
        details,
        ignore,
      ].join('\n\n')}\n`,
      codes: [],
      links: [link],
    })
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
    expect(html).toContain('It leads to auth.example.com.')
    expect(html).toContain('Chrome on macOS')
  })

  it('shows the raw link once, collapsed', () => {
    const { html } = loginLink()
    const [, hidden = ''] = /<details[^>]*>(.*?)<\/details>/s.exec(html) ?? []
    expect(hidden).toContain('Trouble with the button?')
    expect(html.split(`>${link.replaceAll('&', '&amp;')}<`)).toHaveLength(2)
    expect(hidden).toContain(`>${link.replaceAll('&', '&amp;')}<`)
  })

  it('has its own texts for sign-up and for a secondary address', () => {
    const subjects = (['signup', 'secondary'] as const).map(
      (kind) => magicLinkMessage({ to: 'a@b.co', link, expiresInMinutes: 30, kind, context: sampleContext() }).subject,
    )
    expect(subjects).toEqual(['Finish signing up for Acme', 'Confirm your address for Acme'])
  })

  it('escapes the project name and keeps it in one header line', () => {
    const name = '<img src=x onerror=alert(1)>"\r\nBcc: evil@example.com\u202e'
    const message = loginLink(sampleContext({ project: { name } }))
    expect(message.subject).toBe('Log in to <img src=x onerror=alert(1)>" Bcc: evil@example.com')
    expect(message.html).not.toContain('<img')
    expect(message.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot; Bcc: evil@example.com')
  })

  it('does not fill in placeholders that a project name contains', () => {
    expect(loginLink(sampleContext({ project: { name: '{duration} {{code}} {host}' } })).subject).toBe(
      'Log in to {duration} {{code}} {host}',
    )
  })

  it('loads nothing without a logo, and only the logo with one', () => {
    expect(loginLink().html.match(fetched)).toBeNull()
    const logoUrl = 'https://acme.example/logo.png?a=1&b="><script>alert(1)</script>'
    const { html } = loginLink(sampleContext({ project: { logoUrl } }))
    expect(html.match(fetched)).toEqual(['src='])
    expect(html).toContain(
      '<img src="https://acme.example/logo.png?a=1&amp;b=&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" alt="Acme"',
    )
  })

  it('paints the button in the color of the project, with text that can be read on it', () => {
    const findButton = (brandColor: string | null): string[] => {
      const { html } = loginLink(sampleContext({ project: { brandColor } }))
      return [/bgcolor="(#\w+)"/.exec(html)?.[1] ?? '', /class="button-text"[^>]*;color:(#\w+)/.exec(html)?.[1] ?? '']
    }
    expect([null, '#FFDD00', '#5b5bd6'].map(findButton)).toEqual([
      ['#19303d', '#ffffff'],
      ['#ffdd00', '#18181b'],
      ['#5b5bd6', '#ffffff'],
    ])
  })

  it('never puts text of the user agent into the message', () => {
    const hostile = 'Mozilla/5.0 (<b>Windows NT</b>; call +1 900 555 0100 now) Chrome/1 https://evil.example/\r\nBcc: x'
    const { html, text } = loginLink(sampleContext({ request: { userAgent: hostile } }))
    expect(text).toContain('Device: Chrome on Windows\n')
    for (const part of [html, text]) expect(part).not.toMatch(/evil\.example|900 555|<b>|Bcc/)
    expect(loginLink(sampleContext({ request: { userAgent: 'evil.example says hello' } })).text).not.toMatch(
      /Device|evil\.example/,
    )
  })

  it('names the country only if it is known', () => {
    const countryLine = (country: string | null) =>
      /Place: (.*)/.exec(loginLink(sampleContext({ request: { country } })).text)?.[1] ?? null
    expect([null, 'DE', 'XX', 'T1', '<b>', 'QQ'].map(countryLine)).toEqual([null, 'Germany', null, null, null, null])
  })

  it('shows the time in the time zone of the browser', () => {
    const context = sampleContext({ locale: 'de', request: { timeZone: 'Europe/Berlin' } })
    expect(loginLink(context).text).toContain('Zeit: 17.11.2026, 19:54 (UTC+1)\nGerät: Chrome auf macOS')
  })

  it('offers the support address of the project', () => {
    const { html, text } = loginLink(sampleContext({ project: { supportEmail: 'help@acme.example' } }))
    expect(text.endsWith(`${ignore}\n\nNeed help? Write to help@acme.example.\n`)).toBe(true)
    expect(html).toContain('href="mailto:help@acme.example"')
  })
})

describe('passcodeMessage', () => {
  const base = { code: '042137', expiresInMinutes: 5, kind: 'login', context: sampleContext() } as const

  it('puts the code into subject, text and markup of an email', () => {
    const { html, ...rest } = passcodeMessage({ ...base, channel: 'email', to: 'a@b.co' })
    expect(rest).toEqual({
      channel: 'email',
      to: 'a@b.co',
      subject: '042137 is your Acme code',
      text: [
        'Log in to Acme',
        'Enter this code to log in:',
        '042137',
        'The code expires in 5 minutes. Do not share it: Acme will never ask you for it.',
        details,
        `${ignore}\n`,
      ].join('\n\n'),
      codes: ['042137'],
      links: [],
    })
    expect(html.match(fetched)).toBeNull()
  })

  it('groups the code for reading and keeps its digits together for a copy', () => {
    const { html } = passcodeMessage({ ...base, channel: 'email', to: 'a@b.co' })
    const [, box = ''] = /<p class="code" dir="ltr"[^>]*>(.*?)<\/p>/s.exec(html) ?? []
    expect(box.match(/<span/g)).toHaveLength(2)
    expect(box.replace(/<[^>]*>/g, '')).toBe('042137')
  })

  it('ends a text message with the line that binds the code to the host page', () => {
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

  it('shortens a long project name in a text message to whole words', () => {
    const text = (name: string) =>
      passcodeMessage({ ...base, context: sampleContext({ project: { name } }), channel: 'sms', to: '+15005550006' })
        .text
    expect(text('Acme International Holding Company of America')).toMatch(
      /^042137 is your Acme International Holding code\./,
    )
    expect(text('Acme Holding Company of America')).toMatch(/^042137 is your Acme Holding Company of code\./)
    expect(text('Thirty letters in this name ab')).toMatch(/^042137 is your Thirty letters in this name ab code\./)
    expect(text('🔑'.repeat(40))).toMatch(/^042137 is your (🔑){30} code\./u)
  })

  it('omits the line with the host on WhatsApp and when the host page is unknown', () => {
    const sentence = '042137 is your Acme code. It expires in 5 minutes. Do not share it.'
    expect([
      passcodeMessage({ ...base, channel: 'whatsapp', to: '+15005550006', originHost: 'app.example.com' }).text,
      passcodeMessage({ ...base, channel: 'sms', to: '+15005550006' }).text,
    ]).toEqual([sentence, sentence])
  })
})

describe('passwordResetMessage', () => {
  const resetLink = link.replace('magic_links&', 'reset_password&')
  const signInLink = link.replace('magic_links&', 'login&').replace('token=t', 'token=l')
  const message = (kind: ResetKind) =>
    passwordResetMessage({
      ...{ to: 'a@example.com', resetLink, loginLink: signInLink, kind },
      ...{ expiresInMinutes: 30, loginExpiresInMinutes: 60, context: sampleContext({ project: { name: '<Acme>' } }) },
    })

  it('contains both links, each with a label and its own expiry', () => {
    const { html, ...rest } = message('reset')
    expect(rest).toEqual({
      channel: 'email',
      to: 'a@example.com',
      subject: 'Reset your <Acme> password',
      text: `${[
        'Reset your password',
        'Choose a new password for <Acme>. The link works once, in the browser where you asked for it.',
        `Choose a new password:\n${resetLink}`,
        'The link expires in 30 minutes. It leads to auth.example.com.',
        `Log in without a password this time:\n${signInLink}`,
        'The link expires in 1 hour.',
        details,
        ignore,
      ].join('\n\n')}\n`,
      codes: [],
      links: [resetLink, signInLink],
    })
    expect(html).not.toContain('<Acme>')
    for (const one of [resetLink, signInLink]) expect(html).toContain(`href="${one.replaceAll('&', '&amp;')}"`)
    expect(html.match(fetched)).toBeNull()
  })

  it('has one button; the other action is a text link', () => {
    const { html } = message('reset')
    expect(html.match(/class="button-text"[^>]*>[^<]*/g)).toEqual([expect.stringMatching(/>Choose a new password$/)])
    expect(html).toMatch(/class="link"[^>]*>Log in without a password this time<\/a>/)
  })

  it('does not mention a reset to a user without a password', () => {
    const { subject, text, html } = message('set_password')
    expect([subject, text.split('\n')[0]]).toEqual(['Set a password for <Acme> or log in', 'Set a password or log in'])
    for (const part of [subject, text, html]) expect(part).not.toMatch(/reset your/i)
  })

  it('invites an address without an account to sign up', () => {
    expect(message('signup').subject).toBe('Finish signing up for <Acme>')
  })
})

describe('noticeMessage', () => {
  const changed = { to: 'a@example.com', kind: 'password_changed' } as const

  it('states what changed, when, from where and what to do, and has no link', () => {
    const { html, ...rest } = noticeMessage({ ...changed, context: sampleContext() })
    expect(rest).toEqual({
      channel: 'email',
      to: 'a@example.com',
      subject: 'Your Acme password was changed',
      text: [
        'Your password was changed',
        'The password of your Acme account was changed, and all other sessions were logged out.',
        details,
        'If this was not you, reset your password now.',
        'Need help? Contact Acme support.',
        'Acme\n',
      ].join('\n\n'),
      codes: [],
      links: [],
    })
    expect(html).not.toContain('href=')
  })

  it('has at most a link to the support address', () => {
    const { html, text } = noticeMessage({
      ...changed,
      context: sampleContext({ project: { supportEmail: 'help@acme.example' } }),
    })
    expect(text).toContain('Need help? Write to help@acme.example.')
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="mailto:help@acme.example"'])
  })
})

describe('invitationMessage', () => {
  const base = { to: 'a@b.co', link, expiresInMinutes: 60, organization: 'Globex' }

  it('names the organization and who invites', () => {
    const context = sampleContext()
    const named = invitationMessage({ ...base, inviter: 'Ada (ada@globex.example)', context })
    expect(named.subject).toBe('Join Globex on Acme')
    expect(named.text).toContain(
      'Ada (ada@globex.example) has invited you to Globex on Acme. The link works once.\n\nhttps://auth.example.com/',
    )
    expect(named.html).toContain('Accept the invitation')
    const unnamed = invitationMessage({ ...base, inviter: null, context })
    expect(unnamed.text).toContain('You have been invited to Globex on Acme.')
    expect(unnamed.text).toContain('If you did not expect this invitation')
  })

  it('escapes names, keeps them in one line and fills them into the texts of a template', () => {
    const custom = { subject: '{{inviter}}: {{organization}}' }
    const hostile = { organization: '<b>\r\nBcc: evil@example.com', inviter: '{project}\u202e' }
    const message = invitationMessage({ ...base, ...hostile, context: sampleContext({ custom }) })
    expect(message.subject).toBe('{project}: <b> Bcc: evil@example.com')
    expect(message.html).not.toContain('<b>')
    expect(message.text).toContain('{project} has invited you to <b> Bcc: evil@example.com on Acme.')
  })
})
