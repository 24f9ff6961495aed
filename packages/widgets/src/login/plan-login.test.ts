import { describe, expect, it } from 'vitest'
import type { LoginConfig } from './login.config.ts'
import { planLogin } from './plan-login.ts'

const problemOf = (config: object): string | undefined => planLogin(config as LoginConfig).problem
const tabsOf = (config: LoginConfig): readonly string[] | undefined => planLogin(config).plan?.tabs

describe('a plan', () => {
  it('of nothing offers magic links, with a session of thirty minutes [W-CFG-02] [W-CFG-14]', () => {
    expect(planLogin({})).toEqual({
      plan: {
        tabs: ['email_magic_link'],
        emailMagicLinks: {},
        otp: { methods: [] },
        sessionDurationMinutes: 30,
      },
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
      plan: {
        tabs: ['sms', 'email_magic_link'],
        emailMagicLinks: emailMagicLinksOptions,
        otp: otpOptions,
        sessionDurationMinutes: 60,
      },
    })
  })

  it('has one tab for each method of a passcode, in their order [W-CFG-09] [W-MAIN-09]', () => {
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

  it('of magic links and passcodes in the mail is none [W-CFG-20]', () => {
    expect(problemOf({ products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['sms', 'email'] } })).toBe(
      'config.magic_links_and_email_otp',
    )
  })

  it('of passkeys alone is none [W-CFG-21]', () => {
    expect(problemOf({ products: ['passkeys'] })).toBe('config.passkeys_alone')
    expect(problemOf({ products: ['passkeys', 'passkeys'] })).toBe('config.passkeys_alone')
    expect(problemOf({ products: ['passkeys', 'emailMagicLinks'] })).toBeUndefined()
  })

  it('without any way to sign in is none, and what is missing has a name', () => {
    const none = [
      { products: [] },
      { products: ['passwords', 'oauth'] },
      { products: ['otp'] },
      { products: ['otp', 'passwords'], otpOptions: { methods: [] } },
    ]
    expect(none.map(problemOf)).toEqual([
      'config.no_product',
      'config.no_product',
      'config.no_otp_method',
      'config.no_otp_method',
    ])
  })

  it('of what nobody knows is none, and nothing throws', () => {
    const odd = [
      { products: ['magic'] },
      { products: ['emailMagicLinks', 'toString'] },
      { products: 'otp' },
      { products: [null] },
      { products: ['otp'], otpOptions: { methods: ['fax'] } },
      { products: ['otp'], otpOptions: { methods: 'email' } },
    ]
    expect(odd.map(problemOf)).toEqual(odd.map(() => 'config.unknown_product'))
  })
})
