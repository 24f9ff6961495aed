import { expect, it } from 'vitest'
import type { LoginConfig } from '../../config/login.config.ts'
import { checkConfig, warningText } from './check-config.ts'
import { configProblemTexts } from './config-problem-texts.ts'

/** As code without types may pass it. */
const textsOf = (config: object): string[] => configProblemTexts(config as LoginConfig)
const warningsOf = (config: object): string[] =>
  checkConfig(config as LoginConfig)
    .filter(({ isWarning }) => isWarning)
    .map(warningText)

it.each<[string, object]>([
  ['nothing', {}],
  ['null for nothing', { products: null, sessionOptions: null, otpOptions: null }],
  [
    'every product',
    {
      products: ['otp', 'oauth', 'passwords', 'passkeys', 'crypto'],
      otpOptions: { methods: ['sms'] },
      oauthOptions: { providers: [{ type: 'google', one_tap: true }] },
    },
  ],
  [
    'the smallest and the largest number',
    {
      sessionOptions: { sessionDurationMinutes: 5 },
      otpOptions: { methods: [], expirationMinutes: 10 },
      emailMagicLinksOptions: { loginExpirationMinutes: 10_080 },
    },
  ],
  ['the scheme of an app', { emailMagicLinksOptions: { loginRedirectURL: 'com.example.app:/in' } }],
])('finds no problem in a config with %s', (_, config) => {
  expect([textsOf(config), warningsOf(config)]).toEqual([[], []])
})

it('names magic links together with email passcodes in the words of the specification, and the fix [W-CFG-20]', () => {
  const [text = ''] = textsOf({ products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['sms', 'email'] } })
  const [title, fix] = text.split('\n')
  expect(title).toBe('Error: Cannot use both EML and Email OTP')
  expect(fix).toContain("Remove 'emailMagicLinks' from products, or 'email' from otpOptions.methods.")
})

it('names passkeys as the only product in the words of the specification [W-CFG-21]', () => {
  const literal = 'Error: Cannot use Passkeys by itself, please add another product to the config.'
  expect([
    textsOf({ products: ['passkeys'] }),
    textsOf({ products: ['passkeys', 'passkeys'] }),
    textsOf({ products: ['passkeys', 'emailMagicLinks'] }),
  ]).toEqual([[literal], [literal], []])
})

it('names missing options', () => {
  const methods =
    "Error: otpOptions.methods is missing. The product 'otp' needs one or more of 'sms', 'whatsapp', 'email'."
  const providers =
    "Error: oauthOptions.providers is missing. The product 'oauth' needs one or more, such as { type: 'google' }."
  expect([
    textsOf({ products: [] }),
    textsOf({ products: ['otp'] }),
    textsOf({ products: ['oauth'], oauthOptions: { providers: [] } }),
    textsOf({ products: ['otp', 'oauth'] }),
  ]).toEqual([
    [
      "Error: products is empty. Add one or more of 'emailMagicLinks', 'oauth', 'otp', 'crypto', 'passwords', 'passkeys'.",
    ],
    [methods],
    [providers],
    [methods, providers],
  ])
})

it('warns if a product shows nothing and another one works', () => {
  const config = { products: ['emailMagicLinks', 'otp', 'oauth'] }
  expect([textsOf(config), warningsOf(config)]).toEqual([
    [],
    [
      'otpOptions.methods is missing. Its product is not shown.',
      'oauthOptions.providers is missing. Its product is not shown.',
    ],
  ])
})

it('warns of One Tap for a provider without it', () => {
  const config = { products: ['oauth'], oauthOptions: { providers: [{ type: 'github', one_tap: true }] } }
  expect([textsOf(config), warningsOf(config)]).toEqual([
    [],
    ['oauthOptions.providers: one_tap is available for \'google\' only. It has no effect for "github".'],
  ])
})

it.each<[object, string]>([
  [{ products: ['magicLinks'] }, `products contains the unknown name "magicLinks". Did you mean 'emailMagicLinks'?`],
  [{ products: ['password'] }, `products contains the unknown name "password". Did you mean 'passwords'?`],
  [{ products: ['passkey', 'otp'], otpOptions: { methods: ['sms'] } }, `"passkey". Did you mean 'passkeys'?`],
  [{ products: ['otps'] }, `"otps". Did you mean 'otp'?`],
  [
    { products: ['otp'], otpOptions: { methods: ['mail'] } },
    `otpOptions.methods contains the unknown name "mail". Did you mean 'email'?`,
  ],
  [{ products: ['oauth'], oauthOptions: { providers: [{ type: 'Google' }] } }, `"Google". Did you mean 'google'?`],
  [{ products: ['oauth'], oauthOptions: { providers: [{ type: 'gihtub' }] } }, `"gihtub". Did you mean 'github'?`],
  [{ products: ['oauth'], oauthOptions: { providers: ['google'] } }, `An entry looks like { type: 'google' }.`],
  [{ products: ['zzz'] }, `"zzz". Known: 'emailMagicLinks',`],
  [{ products: ['toString'] }, '"toString". Known'],
  [{ products: [null] }, 'null. Known'],
  [{ products: 'otp' }, 'products must be a list, and is "otp".'],
  [{ products: ['otp'], otpOptions: { methods: 'email' } }, 'otpOptions.methods must be a list, and is "email".'],
  [
    { sessionOptions: { sessionDurationMinutes: 2 } },
    'sessionOptions.sessionDurationMinutes is 2. It must be a whole number from 5 to 527040.',
  ],
  [{ sessionOptions: { sessionDurationMinutes: '60' } }, 'sessionDurationMinutes is "60". It must be a whole number'],
  [
    { otpOptions: { methods: [], expirationMinutes: 0 } },
    'otpOptions.expirationMinutes is 0. It must be a whole number from 1 to 10.',
  ],
  [
    { emailMagicLinksOptions: { signupExpirationMinutes: 1 } },
    'signupExpirationMinutes is 1. It must be a whole number from 5 to 10080.',
  ],
  [{ passwordOptions: { resetPasswordExpirationMinutes: 20_000 } }, 'resetPasswordExpirationMinutes is 20000.'],
  [
    { emailMagicLinksOptions: { loginRedirectURL: '/in' } },
    'emailMagicLinksOptions.loginRedirectURL is "/in". It must be an absolute URL',
  ],
])('describes the one problem of %j', (config, text) => {
  const texts = textsOf(config)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain(text)
})

it('finds all problems at once', () => {
  const config = {
    products: ['otp', 'oauth', 'passkeyz'],
    otpOptions: { methods: ['email', 'fax'], expirationMinutes: 60 },
    oauthOptions: { providers: [{ type: 'gogle' }], loginRedirectURL: 'app.example.com/in' },
    sessionOptions: { sessionDurationMinutes: 600_000 },
  }
  expect(checkConfig(config as unknown as LoginConfig).map(({ type, at }) => `${type} ${at}`)).toEqual([
    'unknown_name products',
    'unknown_name otpOptions.methods',
    'unknown_name oauthOptions.providers',
    'out_of_range sessionOptions.sessionDurationMinutes',
    'out_of_range otpOptions.expirationMinutes',
    'relative_url oauthOptions.loginRedirectURL',
  ])
})

it('reports a mistake once that a list contains twice', () => {
  expect(textsOf({ products: ['magic', 'magic'] })).toHaveLength(1)
})
