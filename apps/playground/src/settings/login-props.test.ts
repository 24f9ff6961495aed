import { modern } from '@latchkey/widgets/themes'
import { describe, expect, it } from 'vitest'
import { configOf, loginProps, stylesOf } from './login-props.ts'
import { presets } from './presets.ts'
import { defaultSettings, productOrder, type Settings } from './settings.ts'
import { defaultTheme, ownTheme, type Theme, withScheme } from './theme.ts'

const landing = 'http://localhost:4000/'
const emailMagicLinksOptions = { loginRedirectURL: landing, signupRedirectURL: landing }

describe('the widget’s configuration', () => {
  it('sets products, redirect URLs, methods and the session duration', () => {
    expect(configOf(defaultSettings, landing)).toEqual({
      products: ['emailMagicLinks', 'otp'],
      emailMagicLinksOptions,
      otpOptions: { methods: ['sms', 'whatsapp'] },
      sessionOptions: { sessionDurationMinutes: 60 },
    })
  })

  it('omits disabled products', () => {
    expect(configOf({ ...defaultSettings, products: ['otp'] }, landing)).toEqual({
      products: ['otp'],
      otpOptions: { methods: ['sms', 'whatsapp'] },
      sessionOptions: { sessionDurationMinutes: 60 },
    })
    expect(configOf({ ...defaultSettings, products: ['emailMagicLinks'], shadowDom: true }, landing)).toEqual({
      products: ['emailMagicLinks'],
      emailMagicLinksOptions,
      sessionOptions: { sessionDurationMinutes: 60 },
      enableShadowDOM: true,
    })
  })

  it('sets the options of all products, and puts the group of the buttons first on request', () => {
    const settings: Settings = {
      ...defaultSettings,
      products: productOrder,
      providers: ['github', 'google'],
      oneTap: 'floating',
      offerPasskey: true,
      showLastUsed: false,
    }
    expect(configOf(settings, landing, `${landing}reset`)).toEqual({
      products: ['emailMagicLinks', 'otp', 'passwords', 'oauth', 'passkeys', 'crypto'],
      emailMagicLinksOptions,
      otpOptions: { methods: ['sms', 'whatsapp'] },
      passwordOptions: { loginRedirectURL: landing, resetPasswordRedirectURL: `${landing}reset` },
      oauthOptions: {
        providers: [{ type: 'github' }, { type: 'google', one_tap: true, position: 'floating' }],
        ...emailMagicLinksOptions,
      },
      passkeyOptions: { offerPasskey: true },
      sessionOptions: { sessionDurationMinutes: 60 },
      showLastUsed: false,
    })
    expect(configOf({ ...settings, buttonsFirst: true }, landing).products?.[0]).toBe('oauth')
  })

  it('omits the English strings, which are built in', () => {
    expect(loginProps(defaultSettings, landing).strings).toEqual({})
    const { strings } = loginProps({ ...defaultSettings, locale: 'de', texts: { 'main.title': 'Hallo' } }, landing)
    expect(strings['main.title']).toBe('Hallo')
    expect(Object.keys(strings).length).toBeGreaterThan(1)
  })
})

describe('the widget’s styles', () => {
  it('contains only the styles that differ from the default theme', () => {
    expect(stylesOf(ownTheme('light'))).toEqual({})
    expect(stylesOf(ownTheme('dark'))).toEqual({ colorScheme: 'dark' })
    expect(stylesOf(defaultTheme)).toEqual(modern)
    expect(stylesOf({ ...ownTheme('dark', 'modern'), text: '#111111', button: '#111111' })).toEqual({
      ...modern,
      colorScheme: 'dark',
      colors: { ...modern.colors, primary: '#111111' },
    })
  })

  it('contains all changed styles', () => {
    const theme: Theme = {
      base: 'default',
      scheme: 'light',
      text: '#111111',
      quietText: '#222222',
      background: '#333333',
      button: '#444444',
      buttonText: '#555555',
      success: '#666666',
      error: '#777777',
      font: 'Serif',
      radius: 20,
      width: 320,
      logo: '/logo.svg',
      header: false,
    }
    expect(stylesOf(theme)).toEqual({
      fontFamily: 'Georgia, "Times New Roman", serif',
      colors: { primary: '#111111', secondary: '#222222', success: '#666666', error: '#777777' },
      container: { width: '320px', backgroundColor: '#333333', borderRadius: '20px' },
      buttons: { primary: { backgroundColor: '#444444', textColor: '#555555' } },
      inputs: { borderRadius: '10px' },
      logo: { logoImageUrl: '/logo.svg' },
      hideHeaderText: true,
    })
  })

  it('omits the button color if it equals the default', () => {
    expect(stylesOf({ ...ownTheme('light'), text: '#123456', button: '#123456' })).toEqual({
      colors: { primary: '#123456' },
    })
  })
})

describe('a change of scheme', () => {
  it('changes the colors of the theme and keeps changed colors', () => {
    expect(withScheme({ ...ownTheme('light'), button: '#ff0000' }, 'dark')).toEqual({
      ...ownTheme('dark'),
      button: '#ff0000',
    })
  })
})

describe('presets', () => {
  it.each(presets)('$name can be read', ({ theme }) => {
    const pairs = [
      [theme.text, theme.background],
      [theme.quietText, theme.background],
      [theme.buttonText, theme.button],
      [theme.success, theme.background],
      [theme.error, theme.background],
    ] as const
    for (const [one, other] of pairs) expect(contrast(one, other)).toBeGreaterThanOrEqual(4.5)
  })
})

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
