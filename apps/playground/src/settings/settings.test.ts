import { describe, expect, it } from 'vitest'
import { defaultSettings, readSettings, type Settings, withMethod, withProduct } from './settings.ts'
import { hashOf, settingsInHash } from './shared-url.ts'
import { defaultTheme } from './theme.ts'

const changed: Settings = {
  widget: 'reset',
  products: ['otp', 'passwords', 'oauth'],
  buttonsFirst: true,
  methods: ['email', 'whatsapp'],
  providers: ['yahoo', 'google'],
  oneTap: 'floating',
  offerPasskey: true,
  showLastUsed: false,
  sessionMinutes: 5,
  theme: {
    ...defaultTheme,
    scheme: 'dark',
    text: '#ffffff',
    font: 'Mono',
    radius: 0,
    logo: '/logo.png',
    header: false,
  },
  locale: 'de',
  texts: { 'main.title': 'Hello' },
  shadowDom: true,
}

describe('stored settings', () => {
  it('reads stored settings back unchanged', () => {
    expect(readSettings(JSON.stringify(changed))).toEqual(changed)
  })

  it.each([null, '', 'nonsense', 'null', '7', '[]', '{}'])('returns the defaults for the stored text %j', (stored) => {
    expect(readSettings(stored)).toEqual(defaultSettings)
  })

  it('replaces each invalid value with its default', () => {
    const stored = {
      widget: 'toString',
      products: ['passwords', 'nonsense', 'passwords'],
      buttonsFirst: 'yes',
      methods: ['sms', 'pigeon', 7],
      providers: 'google',
      oneTap: 'everywhere',
      sessionMinutes: 4,
      theme: { text: 'red', radius: 900, width: '400', font: 'toString', scheme: 'valueOf', header: false },
      locale: 'constructor',
      texts: { 'main.title': 'Hello', 'main.continue': 7 },
    }
    expect(readSettings(JSON.stringify(stored))).toEqual({
      ...defaultSettings,
      products: ['passwords'],
      methods: ['sms'],
      theme: { ...defaultTheme, header: false },
      texts: { 'main.title': 'Hello' },
    })
  })
})

describe('products of one email address', () => {
  it('turns magic links off when codes by email are turned on, and the other way round', () => {
    const codes = { ...defaultSettings, ...withMethod(defaultSettings, 'email', true) }
    expect([codes.products, codes.methods]).toEqual([['otp'], ['email', 'sms', 'whatsapp']])
    const links = { ...codes, ...withProduct(codes, 'emailMagicLinks', true) }
    expect([links.products, links.methods]).toEqual([
      ['emailMagicLinks', 'otp'],
      ['sms', 'whatsapp'],
    ])
  })

  it('turns a channel on when passcodes are turned on without one', () => {
    const without = { ...defaultSettings, products: [], methods: [] }
    expect(withProduct(without, 'otp', true)).toEqual({ products: ['otp'], methods: ['sms'] })
  })
})

describe('a shared URL', () => {
  it('is empty for the default settings', () => {
    expect([hashOf(defaultSettings), settingsInHash('')]).toEqual(['', null])
  })

  it('restores all settings', () => {
    expect(settingsInHash(`#${hashOf(changed)}`)).toEqual(changed)
    const none: Settings = { ...defaultSettings, products: [], providers: [], methods: [] }
    expect(settingsInHash(`#${hashOf(none)}`)).toEqual(none)
  })

  it('can be written by hand', () => {
    expect(settingsInHash('#products=oauth+passkeys&providers=github&locale=de&theme.radius=4')).toEqual({
      ...defaultSettings,
      products: ['oauth', 'passkeys'],
      providers: ['github'],
      locale: 'de',
      theme: { ...defaultTheme, radius: 4 },
    })
  })

  it.each(['#nonsense', '#/a/path', '#a=b'])('is not read from the fragment %s', (hash) => {
    expect(settingsInHash(hash)).toBeNull()
  })
})
