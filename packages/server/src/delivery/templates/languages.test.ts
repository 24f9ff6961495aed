import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { acceptedLanguages } from '../../http/accept-language.ts'
import type { Message } from '../delivery.ts'
import { chooseLanguage } from './choose-language.ts'
import { emailUpdateMessage, invitationMessage } from './invitation.ts'
import { magicLinkMessage } from './magic-link.ts'
import { durationIn, matchLanguage, messageLanguageTags } from './message-language.ts'
import { noticeMessage, organizationNoticeMessage } from './notice.ts'
import { passcodeMessage } from './passcode.ts'
import { passwordResetMessage } from './password-reset.ts'
import { sampleContext } from './sample-context.suite.ts'
import { en, type MessageKey } from './strings/en.ts'

const link = 'https://auth.example.com/v1/magic_links/redirect?token=t'
const keys = Object.keys(en) as MessageKey[]
const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort()

const organizationNotices = [
  ...(['email_changed', 'sign_in_changed', 'mfa_phone_changed', 'mfa_turned_off', 'recovery_codes_rotated'] as const),
  ...(['domain_lapsed', 'domain_claimed', 'domain_taken_over', 'break_glass_used', 'certificate_expires'] as const),
]

function stringsFor(tag: string) {
  const strings = matchLanguage(tag)?.strings
  if (!strings) throw new Error(`no strings for ${tag}`)
  return strings
}

/** Every message there is, in one language. */
function everyMessage(locale: string): Record<string, Message> {
  const context = sampleContext({ locale, project: { supportEmail: 'help@acme.example' }, request: { country: 'DE' } })
  const messages: [string, Message][] = []
  for (const kind of ['login', 'signup', 'secondary'] as const) {
    messages.push([`link ${kind}`, magicLinkMessage({ to: 'a@b.co', link, expiresInMinutes: 30, kind, context })])
    for (const channel of ['email', 'sms', 'whatsapp'] as const) {
      const input = { channel, to: 'a@b.co', code: '042137', expiresInMinutes: 5, kind, context }
      messages.push([`code ${kind} ${channel}`, passcodeMessage({ ...input, originHost: 'app.example.com' })])
    }
  }
  for (const kind of ['reset', 'set_password', 'signup'] as const)
    messages.push([
      `reset ${kind}`,
      passwordResetMessage({
        ...{ to: 'a@b.co', resetLink: link, loginLink: link, kind, context },
        ...{ expiresInMinutes: 30, loginExpiresInMinutes: 60 },
      }),
    ])
  for (const inviter of ['Ada', null])
    messages.push([
      `invite by ${inviter}`,
      invitationMessage({ to: 'a@b.co', link, expiresInMinutes: 30, organization: 'Globex', inviter, context }),
    ])
  messages.push([
    'email update',
    emailUpdateMessage({ to: 'a@b.co', link, expiresInMinutes: 30, organization: 'Globex', context }),
  ])
  for (const kind of organizationNotices)
    messages.push([
      `notice ${kind}`,
      organizationNoticeMessage({ to: 'a@b.co', kind, organization: 'Globex', about: 'auth.example.com', context }),
    ])
  for (const kind of ['password_changed', 'password_disabled', 'factor_added', 'factor_removed'] as const)
    messages.push([`notice ${kind}`, noticeMessage({ to: 'a@b.co', kind, factor: 'webauthn', context })])
  return Object.fromEntries(messages)
}

/** Words that only an English sentence has. */
const englishWords =
  /\b(the|your|you|this|with|link expires|browser where|enter|need help|password was|sign in|time:)\b/i
/** Words of the sample that are the same in every language. */
const names = /Acme|Globex|Ada|Chrome|macOS|UTC|help@acme\.example|auth\.example\.com|app\.example\.com|https?:\S+/g

describe.each(messageLanguageTags)('messages in %s', (tag) => {
  it('has every string, with the placeholders of the English one', () => {
    const strings = stringsFor(tag)
    expect(Object.keys(strings).sort()).toEqual([...keys].sort())
    for (const key of keys) expect([key, placeholders(strings[key])]).toEqual([key, placeholders(en[key])])
  })

  it('leaves no placeholder and no English in any part', () => {
    for (const [name, { subject, text, html }] of Object.entries(everyMessage(tag))) {
      const seen = [subject, text, html.replace(/<style>.*?<\/style>|<[^>]*>/gs, ' ')].join('\n').replace(names, '')
      expect([name, seen.match(/\{\w*\}|undefined|null|NaN/)?.[0]]).toEqual([name, undefined])
      if (tag !== 'en') expect([name, seen.match(englishWords)?.[0]]).toEqual([name, undefined])
    }
  })

  it('differs from English in every sentence', () => {
    const strings = stringsFor(tag)
    const same = keys.filter((key) => strings[key] === en[key])
    // Italian and Dutch say “passkey” and “password” as English does, but with another article.
    expect(tag === 'en' ? [] : same).toEqual([])
  })

  it('declares its language and direction in the markup', () => {
    const direction = tag === 'ar' || tag === 'he' ? 'rtl' : 'ltr'
    const { html } = everyMessage(tag)['link login'] ?? { html: '' }
    expect(html).toContain(`<html lang="${tag}" dir="${direction}">`)
    expect(html).toMatch(new RegExp(`<div class="page" role="article"[^>]* lang="${tag}" dir="${direction}"`))
  })

  it('does not mention a button in the text part', () => {
    const word = stringsFor(tag)['link.trouble']
    for (const [name, { text }] of Object.entries(everyMessage(tag))) {
      expect([name, text.includes(word)]).toEqual([name, false])
      if (tag === 'en' || tag === 'de') expect(text).not.toMatch(/button|Schaltfläche/i)
    }
  })

  it('fits a text message into two segments', () => {
    for (const name of ['Acme Analytics', 'A'.repeat(128)]) {
      const context = sampleContext({ locale: tag, project: { name } })
      const input = { channel: 'sms', to: '+15005550006', code: '042137', kind: 'login', context } as const
      for (const expiresInMinutes of [5, 10, 60]) {
        const { text } = passcodeMessage({ ...input, expiresInMinutes, originHost: 'accounts.example.com' })
        expect([text, segments(text)]).toEqual([text, expect.toSatisfy((count: number) => count <= 2)])
        expect(text.endsWith('\n\n@accounts.example.com #042137')).toBe(true)
        expect(text).not.toMatch(/[\u00a0\u202f]/)
      }
    }
  })
})

it('the languages of messages are those of the widgets', () => {
  const widgets = messageLanguageTags.map((tag) =>
    readFileSync(new URL(`../../../../widgets/src/locales/${tag.toLowerCase()}.ts`, import.meta.url), 'utf8'),
  )
  expect(widgets).toHaveLength(15)
  widgets.forEach((source, index) => {
    expect(source).toContain(`'locale.language': '${messageLanguageTags[index]}'`)
  })
})

describe('the register of messages', () => {
  it.each([
    ['de', /\b(Sie|Ihr|Ihre[mnrs]?|Ihnen)\b/],
    ['es', /\b(usted|su cuenta|su contraseña)\b/i],
    ['fr', /(?<!\p{L})(tu|ton|ta|tes|toi)(?!\p{L})/iu],
    ['it', /\b(Lei|Suo|Sua|Le)\b/],
    ['nl', /\b(u|uw)\b/],
    ['pt-BR', /\b(tu|teu|tua|o senhor)\b/i],
    ['tr', /\b(sen|senin|şifreni|hesabına|kodun)\b/i],
    ['zh-CN', /你/],
  ])('in %s is the one of the widgets', (tag, otherRegister) => {
    const strings = stringsFor(tag)
    for (const key of keys) expect([key, strings[key].match(otherRegister)?.[0]]).toEqual([key, undefined])
  })
})

describe('matchLanguage', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE_ch', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh', 'zh-CN'],
    ['zh-Hans-SG', 'zh-CN'],
    ['iw', 'he'],
    ['ar-EG', 'ar'],
    ['sv', undefined],
    ['', undefined],
    ['xx-YY', undefined],
    ['__proto__', undefined],
    ['constructor', undefined],
  ])('takes %s for %s', (tag, expected) => {
    expect(matchLanguage(tag)?.tag).toBe(expected)
  })
})

describe('acceptedLanguages', () => {
  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', ['de-DE', 'de', 'en']],
    ['en;q=0.1, fr;q=0.9', ['fr', 'en']],
    ['*', []],
    ['de;q=0, fr', ['fr']],
    ['', []],
    ['de;q=x, <script>, fr\r\n', ['fr']],
    [null, []],
  ])('orders %j by weight', (header, expected) => {
    expect(acceptedLanguages(header)).toEqual(expected)
  })

  it('reads a bounded part of a long header', () => {
    expect(acceptedLanguages(`${'de,'.repeat(100_000)}fr`).length).toBeLessThanOrEqual(20)
  })
})

describe('chooseLanguage', () => {
  const template = (...tags: string[]) => ({
    ...({ projectId: 'p', id: 't', kind: 'passcode', createdAt: 0, updatedAt: 0 } as const),
    words: Object.fromEntries(tags.map((tag) => [tag, { subject: tag }])),
  })
  const chosen = (wanted: string[], ...tags: string[]) => {
    const { language, custom } = chooseLanguage(wanted, tags.length === 0 ? null : template(...tags))
    return [language.tag, custom.subject]
  }

  it('chooses the first language with strings, else English', () => {
    expect(chosen(['sv', 'de-AT', 'fr'])).toEqual(['de', undefined])
    expect(chosen(['sv'])).toEqual(['en', undefined])
  })

  it('chooses the texts of a template in the nearest language', () => {
    expect(chosen(['pt-BR'], 'en', 'pt', 'pt-br')).toEqual(['pt-BR', 'pt-br'])
    expect(chosen(['pt-PT'], 'en', 'pt')).toEqual(['pt-BR', 'pt'])
    expect(chosen(['pt'], 'en', 'pt-br')).toEqual(['pt-BR', 'pt-br'])
    expect(chosen(['sv'], 'en', 'sv')).toEqual(['en', 'sv'])
  })

  it('keeps a message in one language when a template lacks the requested one', () => {
    expect(chosen(['de'], 'en')).toEqual(['en', 'en'])
    expect(chosen(['de', 'fr'], 'fr', 'en')).toEqual(['fr', 'fr'])
    expect(chosen(['de'], 'fr')).toEqual(['de', undefined])
  })
})

describe('durationIn', () => {
  it('counts in the largest whole unit, by the plural rules of the language', () => {
    const say = (tag: string) =>
      [1, 5, 60, 1440, 10_080].map((minutes) => durationIn(sampleContext({ locale: tag }).language, minutes))
    expect(say('de')).toEqual(['1 Minute', '5 Minuten', '1 Stunde', '1 Tag', '7 Tage'])
    expect(say('pl')).toEqual(['1 minuta', '5 minut', '1 godzina', '1 dzień', '7 dni'])
    expect(say('ja')).toEqual(['1分', '5分', '1時間', '1日', '7日'])
  })
})

const gsm7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/

/** How many parts a carrier sends and bills: 160 or 153 characters of the GSM alphabet, else 70 or 67 of UCS-2. */
function segments(text: string): number {
  const [one, several] = gsm7.test(text) ? [160, 153] : [70, 67]
  return text.length <= one ? 1 : Math.ceil(text.length / several)
}
