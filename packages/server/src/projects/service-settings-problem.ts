import { mostCaptchaNumbers } from '@latchkey/contract'
import { callingCodes } from '@latchkey/contract/calling-codes'
import type { Environment } from '../core/ids.ts'
import { quoted } from '../core/quoted.ts'
import { isDevelopmentKey } from '../protection/captcha.ts'
import type { AttestationProfile, ProjectSettings } from '../storage/records.ts'
import { redirectEntryProblem } from '../urls/redirect-list.ts'

/** An invalid setting and its problem; null if the settings are valid. */
export type SettingProblem = { key: string; problem: string } | null

const difficulties = { min: 1_000, max: mostCaptchaNumbers }
const captchaProviders: readonly string[] = ['proof_of_work', 'turnstile', 'hcaptcha', 'recaptcha']

/** Checks settings of other services that protect sign-ins: token issuers, captchas, countries. */
export function serviceSettingsProblem(settings: ProjectSettings, environment: Environment): SettingProblem {
  return (
    captchaProblem(settings, environment) ??
    attestationProblem(settings) ??
    callingCodeProblem(settings) ??
    countryCodeProblem(settings) ??
    identityProviderProblem(settings, environment)
  )
}

function captchaProblem({ captcha }: ProjectSettings, environment: Environment): SettingProblem {
  if (!captcha.enabled) return null
  const { siteKey, provider = 'proof_of_work', difficulty, minimumScore } = captcha
  if (isDevelopmentKey(siteKey) && environment === 'live')
    return { key: 'captcha.siteKey', problem: 'is a key of test projects; live projects need their own' }
  if (!captchaProviders.includes(provider))
    return { key: 'captcha.provider', problem: `must be one of ${captchaProviders.join(', ')}` }
  const { min, max } = difficulties
  if (difficulty !== undefined && !(Number.isInteger(difficulty) && difficulty >= min && difficulty <= max))
    return { key: 'captcha.difficulty', problem: `must be ${min} to ${max}` }
  if (minimumScore !== undefined && !(minimumScore >= 0 && minimumScore <= 1))
    return { key: 'captcha.minimumScore', problem: 'must be 0 to 1' }
  return null
}

function attestationProblem({ attestationProfiles = [] }: ProjectSettings): SettingProblem {
  const ids = new Set<string>()
  for (const profile of attestationProfiles) {
    const problem = ids.has(profile.id) ? 'is a duplicate' : profileProblem(profile)
    if (problem) return { key: `attestationProfiles ${JSON.stringify(profile.id)}`, problem }
    ids.add(profile.id)
  }
  return null
}

function profileProblem({ id, issuer, audience, keys }: AttestationProfile): string | null {
  if (!/^[\w.-]{1,128}$/.test(id)) return 'needs an id of letters, digits, dots, hyphens and underscores'
  if (issuer === '' || audience === '') return 'needs an issuer and an audience'
  if ('url' in keys) {
    const url = URL.canParse(keys.url) ? new URL(keys.url) : null
    return url?.protocol === 'https:' && url.username === '' && url.password === '' ? null : 'needs its keys by https'
  }
  const list = keys.jwks.keys
  if (!Array.isArray(list) || list.length === 0) return 'has no keys'
  const isPublic = (key: unknown): boolean => {
    const { kty, d, k } = Object(key) as Record<string, unknown>
    return (kty === 'EC' || kty === 'RSA' || kty === 'OKP') && d === undefined && k === undefined
  }
  // A private or shared key in the settings could sign tokens for any user.
  return list.every(isPublic) ? null : 'has a key that is not public'
}

function identityProviderProblem({ identityProvider }: ProjectSettings, environment: Environment): SettingProblem {
  if (identityProvider === undefined) return null
  const { consentPageUrl, resources } = identityProvider
  const key = 'identityProvider.consentPageUrl'
  if (consentPageUrl !== null) {
    const problem = /\*|\{\}/.test(consentPageUrl) ? 'is a pattern' : redirectEntryProblem(consentPageUrl, environment)
    if (problem) return { key, problem }
    if (!/^https?:/.test(consentPageUrl)) return { key, problem: 'is not a page: use an http or https URL' }
  }
  // RFC 8707 §2: an absolute URI without a fragment.
  const wrong = resources.find((one) => !URL.canParse(one) || one.includes('#') || /\s/.test(one))
  return wrong === undefined
    ? null
    : { key: 'identityProvider.resources', problem: `${quoted(wrong)}: must be an absolute URI without a fragment` }
}

function callingCodeProblem({ allowedCallingCodes = [] }: ProjectSettings): SettingProblem {
  const known = new Set<string>(Object.values(callingCodes))
  const unknown = allowedCallingCodes.find((code) => !known.has(code))
  return unknown === undefined
    ? null
    : { key: 'allowedCallingCodes', problem: `${quoted(unknown)}: is not a calling code such as 49` }
}

function countryCodeProblem({ smsCountryCodes = [] }: ProjectSettings): SettingProblem {
  const unknown = smsCountryCodes.find((country) => !Object.hasOwn(callingCodes, country))
  return unknown === undefined
    ? null
    : { key: 'smsCountryCodes', problem: `${quoted(unknown)}: is not a country code such as DE` }
}
