import type { Product } from '@latchkey/contract'
import { describe, expect, it } from 'vitest'
import type { LoginConfig } from '../../config/login.config.ts'
import { planLogin } from './plan-login.ts'

const tabsOf = (config: LoginConfig): readonly string[] | undefined => planLogin(config)?.tabs

describe('a plan', () => {
  it('defaults to magic links with a session of thirty minutes [W-CFG-02] [W-CFG-14]', () => {
    expect(planLogin({})).toEqual({
      tabs: ['email_magic_link'],
      groups: ['form'],
      buttons: [],
      oauth: { providers: [] },
      emailMagicLinks: {},
      otp: { methods: [] },
      passwords: {},
      passwordless: 'magic_link',
      sessionDurationMinutes: 30,
    })
  })

  it('keeps every option of its methods', () => {
    const emailMagicLinksOptions = {
      loginRedirectURL: 'https://app.example.com/in',
      signupRedirectURL: 'https://app.example.com/new',
      loginExpirationMinutes: 10,
      signupExpirationMinutes: 20,
      createUserAsPending: true,
      domainHint: 'example.com',
    }
    const otpOptions = {
      methods: ['sms'],
      expirationMinutes: 2,
      loginTemplateId: 'in',
      signupTemplateId: 'new',
    } as const
    expect(
      planLogin({
        products: ['otp', 'emailMagicLinks'],
        emailMagicLinksOptions,
        otpOptions,
        sessionOptions: { sessionDurationMinutes: 60 },
      }),
    ).toEqual({
      tabs: ['sms', 'email_magic_link'],
      groups: ['form'],
      buttons: [],
      oauth: { providers: [] },
      emailMagicLinks: emailMagicLinksOptions,
      otp: otpOptions,
      passwords: {},
      passwordless: 'magic_link',
      sessionDurationMinutes: 60,
    })
  })

  it('has one email tab until the mistake of magic links with email passcodes is shown', () => {
    const config: LoginConfig = { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['email', 'sms'] } }
    expect(tabsOf(config)).toEqual(['email_magic_link', 'sms'])
  })

  it('has one tab for each passcode method, in their order [W-CFG-09] [W-MAIN-09]', () => {
    expect([
      tabsOf({ products: ['otp'], otpOptions: { methods: ['email'] } }),
      tabsOf({ products: ['otp'], otpOptions: { methods: ['whatsapp', 'email', 'sms'] } }),
      tabsOf({ products: ['otp', 'otp'], otpOptions: { methods: ['sms', 'sms'] } }),
      tabsOf({ products: ['emailMagicLinks'], otpOptions: { methods: ['email', 'sms'] } }),
      tabsOf({ products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['sms', 'whatsapp'] } }),
    ]).toEqual([
      ['email_otp'],
      ['whatsapp', 'email_otp', 'sms'],
      ['sms'],
      ['email_magic_link'],
      ['email_magic_link', 'sms', 'whatsapp'],
    ])
  })

  it('has one Email tab for all methods that start with an address, if passwords are one of them [W-MAIN-08] [W-MAIN-10]', () => {
    expect([
      tabsOf({ products: ['passwords'] }),
      tabsOf({ products: ['emailMagicLinks', 'passwords'] }),
      tabsOf({ products: ['otp', 'passwords'], otpOptions: { methods: ['sms', 'email', 'whatsapp'] } }),
      tabsOf({ products: ['otp', 'passwords'], otpOptions: { methods: ['sms'] } }),
      tabsOf({ products: ['passwords', 'otp', 'emailMagicLinks'], otpOptions: { methods: ['sms'] } }),
    ]).toEqual([
      ['email_password'],
      ['email_password'],
      ['sms', 'email_password', 'whatsapp'],
      ['sms', 'email_password'],
      ['email_password', 'sms'],
    ])
  })

  it('has two groups at most, that of the first product on top, with the buttons in their order', () => {
    const layoutOf = (...products: readonly Product[]): unknown => {
      const oauthOptions = { providers: [{ type: 'google' }] } as const
      const plan = planLogin({ products, oauthOptions, otpOptions: { methods: ['sms'] } })
      return [plan?.groups, plan?.buttons, plan?.tabs]
    }
    expect([
      layoutOf('oauth'),
      layoutOf('crypto'),
      layoutOf('crypto', 'oauth'),
      layoutOf('otp', 'oauth'),
      layoutOf('oauth', 'otp', 'crypto'),
      layoutOf('passkeys', 'otp', 'oauth', 'passwords', 'crypto'),
      layoutOf('otp', 'passkeys'),
    ]).toEqual([
      [['buttons'], ['oauth'], []],
      [['buttons'], ['crypto'], []],
      [['buttons'], ['crypto', 'oauth'], []],
      [['form', 'buttons'], ['oauth'], ['sms']],
      [['buttons', 'form'], ['oauth', 'crypto'], ['sms']],
      [
        ['buttons', 'form'],
        ['passkeys', 'oauth', 'crypto'],
        ['sms', 'email_password'],
      ],
      [['form', 'buttons'], ['passkeys'], ['sms']],
    ])
  })

  it('keeps every option of a provider, and has one button for a provider that is named twice', () => {
    const google = {
      type: 'google',
      one_tap: true,
      position: 'floating',
      custom_scopes: ['calendar'],
      provider_params: { login_hint: 'ada@example.com' },
      cancel_on_tap_outside: false,
    } as const
    const urls = { loginRedirectURL: 'https://app.example.com/in', signupRedirectURL: 'https://app.example.com/new' }
    const providers = [google, { type: 'github' }, { type: 'google' }] as const
    expect(planLogin({ products: ['oauth'], oauthOptions: { ...urls, providers } })?.oauth).toEqual({
      ...urls,
      providers: [google, { type: 'github' }],
    })
  })

  it('has no OAuth buttons without providers', () => {
    const config = { products: ['oauth', 'emailMagicLinks'] } as unknown as LoginConfig
    expect(planLogin(config)).toMatchObject({ groups: ['form'], buttons: [] })
  })

  it('is undefined for a configuration that shows nothing or is invalid', () => {
    const odd = [
      { products: [] },
      { products: ['magic'] },
      { products: 'otp' },
      { products: [null] },
      { products: ['otp'], otpOptions: { methods: 'email' } },
      { products: ['oauth'] },
      { products: ['oauth'], oauthOptions: { providers: [null] } },
      { products: ['oauth'], oauthOptions: { providers: { type: 'google' } } },
    ]
    expect(odd.map((config) => planLogin(config as unknown as LoginConfig))).toEqual(odd.map(() => undefined))
  })
})
