import { b2bOAuthProviders } from '@latchkey/contract'
import { organizationAuthMethods as authMethods, mfaMethods } from '@latchkey/contract/b2b'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Channel } from '../methods/method.ts'
import { propertyRuns } from '../testing/property-runs.suite.ts'
import {
  type AdmissionInput,
  type AdmissionReason,
  canEnroll,
  consumerAdmission,
  decideAdmission,
  type MemberFacts,
  type ProvenFactor,
} from './admission.ts'
import { admissionOfReasons, admissionSentences } from './explain.ts'
import { type OrganizationPolicy, organizationPolicy } from './policy.ts'

const now = 1_800_000_000_000
const minute = 60_000
const secondMethods: readonly ProvenFactor['method'][] = [...mfaMethods, 'recovery_code']
const channels: readonly Channel[] = [
  ...(['email', 'phone', 'authenticator_app', 'recovery_code'] as const),
  ...(['password', 'identity_provider', 'sso_connection'] as const),
]

const initial = organizationPolicy({})
const policies: fc.Arbitrary<OrganizationPolicy> = fc
  .record({
    allowedAuthMethods: fc.oneof(
      fc.constant(authMethods),
      fc.constant(['sso'] as const),
      fc.subarray([...authMethods], { maxLength: 4 }),
    ),
    allowsTrustedIssuers: fc.boolean(),
    mfaPolicy: fc.constantFrom('OPTIONAL', 'REQUIRED_FOR_ALL'),
    allowedMfaMethods: fc.subarray([...mfaMethods]),
    maxFactorAgeMs: fc.constantFrom(null, 0, 10 * minute),
    ssoJit: fc.constantFrom('ALL_ALLOWED', 'RESTRICTED', 'NOT_ALLOWED'),
  })
  .map((drawn) => ({ ...initial, ...drawn }))

/** Any method with any channel: the rules must not rely on the usual pairs. */
const provenFactors: fc.Arbitrary<ProvenFactor> = fc.record({
  method: fc.constantFrom(...authMethods, 'trusted_auth_token', ...secondMethods, ...secondMethods),
  channel: fc.constantFrom(...channels),
  provenAt: fc.constantFrom(now, now - minute, now - 10 * minute, now - 10 * minute - 1, now - 600 * minute),
  isCarriedOver: fc.boolean(),
})

const facts: fc.Arbitrary<MemberFacts> = fc.record({
  status: fc.constantFrom('active', 'active', 'pending', 'invited', 'deleted'),
  isBreakglass: fc.boolean(),
  mfaEnrolled: fc.boolean(),
  secondFactors: fc.array(fc.record({ method: fc.constantFrom(...mfaMethods), isProven: fc.boolean() }), {
    maxLength: 2,
  }),
})

const inputs: fc.Arbitrary<AdmissionInput> = fc.record({
  policy: policies,
  member: fc.option(facts, { freq: 3 }),
  factors: fc.array(provenFactors, { maxLength: 4 }),
  now: fc.constant(now),
})

/** Every way to sign in, with the first factor that it proves. A sign-in by the token of an application is a token, too. */
const firstFactors: Record<string, Pick<ProvenFactor, 'method' | 'channel'>> = {
  link: { method: 'magic_link', channel: 'email' },
  'email code': { method: 'email_otp', channel: 'email' },
  password: { method: 'password', channel: 'password' },
  ...Object.fromEntries(
    b2bOAuthProviders.map((name) => [name, { method: `${name}_oauth`, channel: 'identity_provider' }] as const),
  ),
  'One Tap': { method: 'google_oauth', channel: 'identity_provider' },
  SAML: { method: 'sso', channel: 'sso_connection' },
  OIDC: { method: 'sso', channel: 'sso_connection' },
  'discovery and exchange': { method: 'email_otp', channel: 'email' },
  invitation: { method: 'magic_link', channel: 'email' },
  'reset link': { method: 'password', channel: 'password' },
  'sign-in link of a reset': { method: 'magic_link', channel: 'email' },
  'session exchange': { method: 'magic_link', channel: 'email' },
  'access-token exchange': { method: 'trusted_auth_token', channel: 'identity_provider' },
  attestation: { method: 'trusted_auth_token', channel: 'identity_provider' },
}
const mfaSituations = [
  ['no second factor is due', 'OPTIONAL', false],
  ['the member has enrolled one', 'OPTIONAL', true],
  ['the organization requires one', 'REQUIRED_FOR_ALL', true],
  ['a required one is not enrolled', 'REQUIRED_FOR_ALL', false],
] as const

const kindOf = (input: AdmissionInput) => decideAdmission(input).admission.kind

/** Checks the property for each input; at least one in a hundred must meet its condition, or it would prove too little. */
function hold<T>(values: fc.Arbitrary<T>, property: (value: T) => boolean | 'not applicable'): void {
  let applicable = 0
  fc.assert(
    fc.property(values, (value) => {
      const result = property(value)
      if (result !== 'not applicable') applicable += 1
      return result !== false
    }),
    { numRuns: propertyRuns },
  )
  expect(applicable).toBeGreaterThan(propertyRuns / 100)
}

describe('decideAdmission', () => {
  it('admits no sign-in without a first factor that the organization allows [B-ADM-01]', () => {
    hold(inputs, (input) => {
      if (kindOf(input) !== 'admitted') return 'not applicable'
      const { policy, member, factors } = input
      const isSsoOnly = policy.allowedAuthMethods.join() === 'sso'
      const allowed: readonly string[] = member?.isBreakglass && isSsoOnly ? authMethods : policy.allowedAuthMethods
      return factors.some(({ method }) =>
        method === 'trusted_auth_token' ? policy.allowsTrustedIssuers : allowed.includes(method),
      )
    })
  })

  it('admits no sign-in without a second factor where the organization requires it or the member is enrolled [B-ADM-02] [B-ADM-03]', () => {
    hold(inputs, (input) => {
      const { policy, member, factors } = input
      if (policy.mfaPolicy === 'OPTIONAL' && !member?.mfaEnrolled) return 'not applicable'
      if (kindOf(input) !== 'admitted') return true
      const allowed: string[] = [...policy.allowedMfaMethods]
      if (allowed.includes('totp')) allowed.push('recovery_code')
      return factors.some(({ method }) => allowed.includes(method))
    })
  })

  it.each(Object.entries(firstFactors))(
    'asks after a sign-in by %s for each due second factor [B-ADM-11]',
    (way, factor) => {
      expect(Object.keys(firstFactors)).toHaveLength(18)
      const isCarriedOver = way === 'session exchange'
      const first = { ...factor, provenAt: now, isCarriedOver }
      const second = { method: 'totp', channel: 'authenticator_app', provenAt: now, isCarriedOver: false } as const
      for (const [situation, mfaPolicy, mfaEnrolled] of mfaSituations) {
        const secondFactors = mfaEnrolled ? [{ method: 'totp', isProven: true } as const] : []
        const member = { status: 'active', isBreakglass: false, mfaEnrolled, secondFactors } as const
        const decide = (...factors: ProvenFactor[]) =>
          kindOf({ policy: { ...initial, mfaPolicy }, member, factors, now })
        const isDue = situation !== 'no second factor is due'
        expect([situation, decide(first)]).toEqual([situation, isDue ? 'mfa_required' : 'admitted'])
        // The same factor again is no second one.
        expect(decide(first, { ...first, isCarriedOver: false })).toBe(decide(first))
        expect([situation, decide(first, second)]).toEqual([situation, 'admitted'])
      }
    },
  )

  it('accepts only an enrolled second factor of a member who has proven one before [B-ADM-04]', () => {
    hold(inputs, (input) => {
      const { policy, member, factors } = input
      const proven: string[] = (member?.secondFactors ?? []).flatMap(({ isProven, method }) =>
        isProven ? [method] : [],
      )
      const enrolled = policy.allowedMfaMethods.filter((method) => proven.includes(method)).map(String)
      const { admission } = decideAdmission(input)
      if (admission.kind === 'mfa_required') return admission.options.enrolled.join() === enrolled.join()
      const isRequired = policy.mfaPolicy === 'REQUIRED_FOR_ALL' || member?.mfaEnrolled
      if (admission.kind !== 'admitted' || !isRequired || enrolled.length === 0) return 'not applicable'
      if (enrolled.includes('totp')) enrolled.push('recovery_code')
      return factors.some(({ method }) => enrolled.includes(method))
    })
  })

  it('accepts no second factor of the channel of the first one, and none by email [B-ADM-05]', () => {
    const required = inputs.map((input) => ({
      ...input,
      policy: { ...input.policy, mfaPolicy: 'REQUIRED_FOR_ALL' as const },
    }))
    hold(required, (input) => {
      if (kindOf(input) !== 'admitted') return 'not applicable'
      const primaries = input.factors.filter(({ method }) => !secondMethods.includes(method))
      const seconds = input.factors.filter(({ method }) => secondMethods.includes(method))
      return primaries.some((one) => seconds.some(({ channel }) => channel !== 'email' && channel !== one.channel))
    })
  })

  it('still admits after a further factor was proven [B-ADM-06]', () => {
    const withFurther = fc.tuple(inputs, provenFactors, fc.nat(4))
    hold(withFurther, ([input, further, position]) => {
      if (kindOf(input) !== 'admitted') return 'not applicable'
      return kindOf({ ...input, factors: input.factors.toSpliced(position, 0, further) }) === 'admitted'
    })
  })

  it('treats a break-glass member like others, except that SSO is optional and a second factor is required [B-ADM-07] [B-ADM-08]', () => {
    hold(inputs, (input) => {
      const { member, policy } = input
      if (!member?.isBreakglass) return 'not applicable'
      const isSsoOnly = policy.allowedAuthMethods.join() === 'sso'
      const plain = decideAdmission({
        ...input,
        policy: {
          ...policy,
          mfaPolicy: 'REQUIRED_FOR_ALL',
          allowedAuthMethods: isSsoOnly ? authMethods : policy.allowedAuthMethods,
        },
        member: { ...member, isBreakglass: false },
      })
      return JSON.stringify(decideAdmission(input).admission) === JSON.stringify(plain.admission)
    })
  })

  it('ignores a factor of another session that is older than the organization accepts [B-ADM-09]', () => {
    hold(inputs, (input) => {
      const { maxFactorAgeMs } = input.policy
      const isOld = ({ isCarriedOver, provenAt }: ProvenFactor) =>
        isCarriedOver && maxFactorAgeMs !== null && now - provenAt > maxFactorAgeMs
      if (!input.factors.some(isOld)) return 'not applicable'
      const policy = { ...input.policy, maxFactorAgeMs: null }
      return kindOf(input) === kindOf({ ...input, policy, factors: input.factors.filter((one) => !isOld(one)) })
    })
  })

  it('admits no deactivated member', () => {
    const deleted = inputs.map((input) => ({
      ...input,
      member: {
        isBreakglass: false,
        mfaEnrolled: false,
        secondFactors: [],
        ...input.member,
        status: 'deleted' as const,
      },
    }))
    hold(deleted, (input) => {
      const { admission } = decideAdmission(input)
      return admission.kind === 'primary_required' && admission.allowed.length === 0
    })
  })

  it('gives reasons that agree with the decision [B-ADM-30]', () => {
    hold(inputs, (input) => {
      const { admission, reasons } = decideAdmission(input)
      const isExplained = reasons.every(({ code }) => admissionSentences[code].endsWith('.'))
      return isExplained && admissionOfReasons(reasons) === admission.kind
    })
  })
})

const link: ProvenFactor = { method: 'magic_link', channel: 'email', provenAt: now, isCarriedOver: false }
const code: ProvenFactor = { method: 'totp', channel: 'authenticator_app', provenAt: now, isCarriedOver: false }
const ada: MemberFacts = { status: 'active', isBreakglass: false, mfaEnrolled: false, secondFactors: [] }
const enrolled: MemberFacts = { ...ada, mfaEnrolled: true, secondFactors: [{ method: 'totp', isProven: true }] }

/** The admission and the codes of its reasons. */
function decide(input: Partial<AdmissionInput>): [unknown, AdmissionReason['code'][]] {
  const { admission, reasons } = decideAdmission({ policy: initial, member: ada, factors: [link], now, ...input })
  return [admission, reasons.map(({ code }) => code)]
}

describe('an admission', () => {
  it('needs one first factor by default', () => {
    expect(decide({})).toEqual([consumerAdmission, ['primary_factor_accepted', 'mfa_not_required']])
    expect(decide({ factors: [] })).toEqual([
      { kind: 'primary_required', allowed: authMethods },
      ['primary_factor_missing'],
    ])
    expect(decide({ factors: [code] })).toEqual([
      { kind: 'primary_required', allowed: authMethods },
      ['primary_factor_missing'],
    ])
  })

  it('names the allowed methods', () => {
    const policy = { ...initial, allowedAuthMethods: ['sso', 'password'] as const }
    expect(decide({ policy })).toEqual([
      { kind: 'primary_required', allowed: ['sso', 'password'] },
      ['primary_method_not_allowed', 'primary_factor_missing'],
    ])
  })

  it('names no method with which a person without an account cannot sign in', () => {
    const policy = { ...initial, ssoJit: 'NOT_ALLOWED' as const, allowedAuthMethods: ['sso', 'password'] as const }
    expect(decide({ policy, member: null })).toEqual([
      { kind: 'primary_required', allowed: [] },
      ['primary_method_not_allowed', 'primary_factor_missing'],
    ])
    const open = { ...policy, ssoJit: 'RESTRICTED' as const }
    expect(decide({ policy: open, member: null })[0]).toEqual({ kind: 'primary_required', allowed: ['sso'] })
  })

  it('names the enrolled and the allowed second factors', () => {
    expect(decide({ member: enrolled })).toEqual([
      { kind: 'mfa_required', options: { enrolled: ['totp'], allowed: ['sms_otp', 'totp'] } },
      ['mfa_required_by_enrollment', 'second_factor_missing'],
    ])
    const policy = { ...initial, allowedMfaMethods: ['sms_otp'] as const }
    expect(decide({ policy, member: enrolled, factors: [link, code] })).toEqual([
      { kind: 'mfa_required', options: { enrolled: [], allowed: ['sms_otp'] } },
      ['mfa_required_by_enrollment', 'second_method_not_allowed', 'second_factor_missing'],
    ])
  })

  it('accepts a recovery code in place of the authenticator app', () => {
    const recovery: ProvenFactor = { ...code, method: 'recovery_code', channel: 'recovery_code' }
    expect(decide({ member: enrolled, factors: [link, recovery] })).toEqual([
      consumerAdmission,
      ['mfa_required_by_enrollment', 'primary_factor_accepted', 'second_factor_accepted'],
    ])
    const policy = { ...initial, allowedMfaMethods: ['sms_otp'] as const }
    expect(decide({ policy, member: enrolled, factors: [link, recovery] })[1]).toContain('second_method_not_allowed')
  })
})

it('accepts no second factor that was registered during the sign-in instead of the enrolled one', () => {
  const sms: ProvenFactor = { ...code, method: 'sms_otp', channel: 'phone' }
  const registered = {
    ...enrolled,
    secondFactors: [...enrolled.secondFactors, { method: 'sms_otp', isProven: false }],
  } as const
  expect(decide({ member: registered, factors: [link, sms] })).toEqual([
    { kind: 'mfa_required', options: { enrolled: ['totp'], allowed: ['sms_otp', 'totp'] } },
    ['mfa_required_by_enrollment', 'second_method_not_enrolled', 'second_factor_missing'],
  ])
  const unproven = { ...ada, mfaEnrolled: true, secondFactors: [{ method: 'sms_otp', isProven: false }] } as const
  expect(decide({ member: unproven })[0]).toEqual({
    ...{ kind: 'mfa_required', options: { enrolled: [], allowed: ['sms_otp', 'totp'] } },
  })
  expect(decide({ member: unproven, factors: [link, sms] })[0]).toBe(consumerAdmission)
})

describe('canEnroll', () => {
  it('is false for a member with a proven second factor that the organization allows', () => {
    const policy = { ...initial, allowedMfaMethods: ['sms_otp'] as const }
    const unproven: MemberFacts = { ...enrolled, secondFactors: [{ method: 'totp', isProven: false }] }
    const of = (...given: Parameters<typeof canEnroll>) => canEnroll(...given)
    expect([
      of(initial, null),
      of(initial, ada),
      of(initial, unproven),
      of(initial, enrolled),
      of(policy, enrolled),
    ]).toEqual([true, true, true, false, true])
  })
})
