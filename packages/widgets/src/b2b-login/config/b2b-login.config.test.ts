import { expect, it } from 'vitest'
import type { B2bLoginConfig } from './b2b-login.config.ts'
import { planB2bLogin } from './b2b-login.config.ts'

const config: B2bLoginConfig = { authFlowType: 'Discovery', products: ['emailMagicLinks'] }

it('applies the defaults', () => {
  expect(planB2bLogin(config)).toEqual({
    ...{ flowType: 'Discovery', slug: null, methods: ['magic_link'], sessionDurationMinutes: 30 },
    ...{ sso: false, parts: ['form'], oauth: { providers: [] }, ssoOptions: {} },
    ...{ links: {}, codes: {}, passwords: {}, directLogin: { status: false } },
    ...{ createsAtOnce: false, offersCreate: true, factors: ['totp', 'sms_otp'] },
  })
})

it('keeps the order of products and of second factors', () => {
  const plan = planB2bLogin({
    ...{ authFlowType: 'Organization', organizationSlug: 'acme', products: ['passwords', 'emailOtp', 'passwords'] },
    mfaProductOrder: ['smsOtp'],
  })
  expect([plan.slug, plan.methods, plan.factors]).toEqual(['acme', ['password', 'email_otp'], ['sms_otp', 'totp']])
  expect(planB2bLogin({ ...config, mfaProductInclude: ['smsOtp'] }).factors).toEqual(['sms_otp'])
})

it('keeps the order of buttons and the form, and reads providers by name', () => {
  const providers = ['google', { type: 'hubspot', customScopes: ['a'] }] as const
  const plan = planB2bLogin({
    ...{ ...config, products: ['oauth', 'emailOtp', 'sso', 'passwords'], oauthOptions: { providers } },
  })
  expect([plan.parts, plan.sso, plan.oauth.providers]).toEqual([
    ['oauth', 'form', 'sso'],
    true,
    [{ type: 'google' }, { type: 'hubspot', customScopes: ['a'] }],
  ])
})

it('creates no organization at once where creating is disabled', () => {
  const direct = { ...config, directCreateOrganizationForNoMembership: true }
  expect(planB2bLogin(direct).createsAtOnce).toBe(true)
  expect(planB2bLogin({ ...direct, disableCreateOrganization: true })).toMatchObject({
    ...{ createsAtOnce: false, offersCreate: false },
  })
})

it.each([
  [{ ...config, authFlowType: 'discovery' }, 'not "discovery"'],
  [{ authFlowType: 'Discovery' }, 'products must name at least one product'],
  [{ ...config, products: [] }, 'products must name at least one product'],
  [{ ...config, products: ['otp'] }, 'products contains "otp"'],
  [{ ...config, products: ['oauth'] }, 'oauthOptions.providers must name at least one provider'],
  [{ ...config, products: ['oauth'], oauthOptions: { providers: ['apple'] } }, 'contains "apple"'],
  [{ ...config, mfaProductOrder: ['sms_otp'] }, '"sms_otp" is not a second factor'],
])('says what is wrong with %j', (wrong, message) => {
  expect(() => planB2bLogin(wrong as B2bLoginConfig)).toThrow(message)
})
