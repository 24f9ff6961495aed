import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { de as b2bDe } from '@latchkey/widgets/b2b/locales/de'
import { de } from '@latchkey/widgets/locales/de'
import { modern } from '@latchkey/widgets/themes'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { read as readAttributes } from './attributes.ts'
import { read as readB2bAttributes } from './b2b-attributes.ts'
import { loadB2bLocale } from './b2b-locales.ts'
import { localeNames } from './locale-names.ts'
import { loadLocale } from './locales.ts'

function element(attributes: Record<string, string>, events: unknown[] = []): Element {
  return {
    localName: 'latchkey-login',
    getAttribute: (name: string) => attributes[name] ?? null,
    hasAttribute: (name: string) => name in attributes,
    dispatchEvent: ({ type, detail }: CustomEvent) => events.push([type, detail]),
  } as unknown as Element
}

afterEach(() => vi.unstubAllGlobals())

describe('the attributes of an element', () => {
  it('reads lists separated by spaces or commas', async () => {
    const attributes = { products: 'otp, oauth', 'otp-methods': ' email  sms ', 'oauth-providers': 'google,github' }
    expect(await readAttributes(element(attributes))).toEqual({
      config: {
        products: ['otp', 'oauth'],
        otpOptions: { methods: ['email', 'sms'] },
        oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] },
      },
    })
  })

  it('merges other attributes into the JSON of config', async () => {
    const config = JSON.stringify({ products: ['passwords'], sessionOptions: { sessionDurationMinutes: 60 } })
    expect(await readAttributes(element({ config, products: 'emailMagicLinks' }))).toEqual({
      config: { products: ['emailMagicLinks'], sessionOptions: { sessionDurationMinutes: 60 } },
    })
  })

  it('keeps the other options of a product that an attribute lists', async () => {
    const config = JSON.stringify({
      otpOptions: { methods: ['sms'], expirationMinutes: 10 },
      oauthOptions: { loginRedirectURL: 'https://app.example.com/in' },
    })
    const attributes = { config, products: 'otp oauth', 'otp-methods': 'email', 'oauth-providers': 'google' }
    expect(await readAttributes(element(attributes))).toEqual({
      config: {
        products: ['otp', 'oauth'],
        otpOptions: { methods: ['email'], expirationMinutes: 10 },
        oauthOptions: { providers: [{ type: 'google' }], loginRedirectURL: 'https://app.example.com/in' },
      },
    })
  })

  it('loads the strings of a language', async () => {
    expect(await readAttributes(element({ locale: 'DE' }))).toEqual({ strings: de })
  })

  it.each([
    ['de-AT', 'de'],
    ['pt', 'pt-br'],
    ['zh-TW', 'zh-cn'],
    ['en-GB', 'en'],
    ['en-plain', 'en-plain'],
  ] as const)('resolves the locale %s to %s', async (locale, known) => {
    const { strings } = await readAttributes(element({ locale }))
    expect(strings).toEqual(await loadLocale(known))
  })

  it('uses the defaults for an invalid theme and locale, and reports both', async () => {
    const [events, reported]: unknown[][] = [[], []]
    vi.stubGlobal('reportError', (error: unknown) => reported?.push(error))
    const attributes = { theme: 'dark', 'color-scheme': 'black', locale: 'xx', products: 'passwords' }
    expect(await readAttributes(element(attributes, events))).toEqual({ config: { products: ['passwords'] } })
    expect([events?.length, reported?.length]).toEqual([3, 3])
  })

  it('reads the color scheme', async () => {
    expect(await readAttributes(element({ 'color-scheme': 'auto' }))).toEqual({ styles: { colorScheme: 'auto' } })
  })

  it('loads the theme, with the color scheme of the attribute', async () => {
    expect(await readAttributes(element({ theme: 'modern' }))).toEqual({ styles: modern })
    expect(await readAttributes(element({ theme: 'Modern', 'color-scheme': 'dark' }))).toEqual({
      styles: { ...modern, colorScheme: 'dark' },
    })
    expect(await readAttributes(element({ theme: 'default' }))).toEqual({})
  })

  it('reads a theme that is set while the strings are loading', async () => {
    const attributes: Record<string, string> = { locale: 'de' }
    const reading = readAttributes(element(attributes))
    await Promise.resolve()
    await Promise.resolve()
    attributes.theme = 'modern'
    expect(await reading).toEqual({ styles: modern, strings: de })
  })

  it('returns no props without attributes', async () => {
    expect(await readAttributes(element({}))).toEqual({})
  })

  it.each([
    [
      { config: '{products: otp}' },
      /^The attribute config of <latchkey-login> must be a JSON object. Received: {products: otp}$/,
    ],
    [{ config: '["otp"]' }, /^The attribute config of <latchkey-login> must be a JSON object. Received: \["otp"\]$/],
    [
      { 'color-scheme': 'black' },
      /^The attribute color-scheme of <latchkey-login> must be one of light, dark, auto. Received: black$/,
    ],
    [{ theme: 'dark' }, /^The attribute theme of <latchkey-login> must be one of default, modern. Received: dark$/],
    [{ locale: 'xx' }, /^The attribute locale of <latchkey-login> must be one of ar, de, .*\. Received: xx$/],
  ])('reports %j once, as an event and on the console', async (attributes, message) => {
    const [events, reported]: unknown[][] = [[], []]
    vi.stubGlobal('reportError', (error: unknown) => reported?.push(error))
    const wrong = element(attributes, events)
    // As an element with three attributes does.
    const answers = await Promise.all([readAttributes(wrong), readAttributes(wrong), readAttributes(wrong)])
    expect(answers).toEqual([{}, {}, {}])
    const error = expect.objectContaining({ message: expect.stringMatching(message) })
    expect([events, reported]).toEqual([[['latchkey-error', error]], [error]])
  })
})

describe('the attributes of an element of business projects', () => {
  it('reads the products, the flow and the slug', async () => {
    const attributes = { products: 'emailMagicLinks, sso oauth', 'oauth-providers': 'google hubspot' }
    expect(await readB2bAttributes(element(attributes))).toEqual({
      config: {
        authFlowType: 'Discovery',
        products: ['emailMagicLinks', 'sso', 'oauth'],
        oauthOptions: { providers: ['google', 'hubspot'] },
      },
    })
    expect(await readB2bAttributes(element({ products: 'sso', 'organization-slug': 'acme' }))).toEqual({
      config: { authFlowType: 'Organization', organizationSlug: 'acme', products: ['sso'] },
    })
    const config = JSON.stringify({ authFlowType: 'PasswordReset', products: ['passwords'] })
    expect(await readB2bAttributes(element({ config, 'auth-flow-type': 'Organization' }))).toEqual({
      config: { authFlowType: 'Organization', products: ['passwords'] },
    })
  })

  it('loads the strings of a language', async () => {
    expect(await readB2bAttributes(element({ locale: 'de-AT' }))).toEqual({ strings: b2bDe })
    expect(await loadB2bLocale('en')).toEqual({})
    for (const name of localeNames.filter((one) => one !== 'en'))
      expect((await loadB2bLocale(name))['locale.language']?.toLowerCase()).toBe(name === 'en-plain' ? 'en' : name)
  })
})

it('every language of the widgets is a value of the attribute locale', async () => {
  const folder = join(import.meta.dirname, '..', '..', 'widgets', 'src', 'locales')
  const files = readdirSync(folder).filter((file) => !file.includes('.test.'))
  expect([...localeNames].sort()).toEqual(files.map((file) => file.replace(/\.ts$/, '')).sort())
  for (const name of localeNames.filter((one) => one !== 'en')) {
    expect((await loadLocale(name))['locale.language']?.toLowerCase()).toBe(name === 'en-plain' ? 'en' : name)
  }
})
