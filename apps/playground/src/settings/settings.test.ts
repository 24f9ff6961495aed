import { describe, expect, it } from 'vitest'
import { defaultSettings, readSettings, type Settings } from './settings.ts'
import { defaultTheme } from './theme.ts'

const changed: Settings = {
  magicLinks: false,
  passcodes: true,
  methods: ['email', 'whatsapp'],
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
      magicLinks: 'yes',
      passcodes: false,
      methods: ['sms', 'pigeon', 7],
      sessionMinutes: 4,
      theme: { text: 'red', radius: 900, width: '400', font: 'toString', scheme: 'valueOf', header: false },
      locale: 'constructor',
      texts: { 'main.title': 'Hello', 'main.continue': 7 },
    }
    expect(readSettings(JSON.stringify(stored))).toEqual({
      ...defaultSettings,
      passcodes: false,
      methods: ['sms'],
      theme: { ...defaultTheme, header: false },
      texts: { 'main.title': 'Hello' },
    })
  })
})
