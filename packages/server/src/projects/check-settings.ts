import { limits } from '@latchkey/contract'
import type { Environment } from '../core/ids.ts'
import { defaultLimits } from '../core/limits.ts'
import { quoted } from '../core/quoted.ts'
import type { ProjectSettings } from '../storage/records.ts'
import { originEntryProblem } from '../urls/origin-list.ts'
import { rpIdProblem } from '../urls/passkey-rp-ids.ts'
import { redirectEntryProblem } from '../urls/redirect-list.ts'
import { slugPatternProblem } from '../urls/slug-pattern-problem.ts'
import { httpOnlyProblem } from './http-only-problem.ts'
import { messageSettingsProblem } from './message-settings-problem.ts'
import { rbacProblem } from './rbac-problem.ts'
import { serviceSettingsProblem } from './service-settings-problem.ts'
import { SettingsError } from './settings-error.ts'

/** One day: a larger value is a mistake. */
const longestStepUpMinutes = 24 * 60
const domain = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Rejects invalid or unsafe settings with an error that names the key. */
export function checkSettings(settings: ProjectSettings, environment: Environment): void {
  for (const entry of settings.authorizedOrigins) {
    const problem = originEntryProblem(entry, environment)
    if (problem) throw new SettingsError('authorizedOrigins', `${quoted(entry)}: ${problem}`)
  }
  for (const [type, entries] of Object.entries(settings.redirectUrls)) {
    for (const entry of entries) {
      const problem = redirectEntryProblem(entry, environment)
      if (problem) throw new SettingsError(`redirectUrls.${type}`, `${quoted(entry)}: ${problem}`)
    }
  }
  for (const rpId of settings.passkeyRpIds ?? []) {
    const problem = rpIdProblem(rpId, environment)
    if (problem) throw new SettingsError('passkeyRpIds', `${quoted(rpId)}: ${problem}`)
  }
  const { min, max } = limits.sessionMinutes
  if (!(settings.maxSessionMinutes >= min && settings.maxSessionMinutes <= max))
    throw new SettingsError('maxSessionMinutes', `must be ${min} to ${max}`)
  const { stepUpMinutes, maxLinkMinutes, emailDomains, cnameDomain, slugPattern } = settings
  const link = limits.magicLinkMinutes
  if (maxLinkMinutes !== undefined && !(maxLinkMinutes >= link.min && maxLinkMinutes <= link.max))
    throw new SettingsError('maxLinkMinutes', `must be ${link.min} to ${link.max}`)
  if (!(Number.isInteger(stepUpMinutes) && stepUpMinutes >= 0 && stepUpMinutes <= longestStepUpMinutes))
    throw new SettingsError('stepUpMinutes', `must be 0 to ${longestStepUpMinutes}`)
  for (const name of emailDomains)
    if (!domain.test(name)) throw new SettingsError('emailDomains', `${quoted(name)}: is not a domain`)
  // Test projects may use this machine to try HttpOnly cookies.
  const isLocal = cnameDomain === 'localhost' && environment === 'test'
  if (cnameDomain !== null && !isLocal && !domain.test(cnameDomain))
    throw new SettingsError('cnameDomain', 'is not a domain')
  const patternProblem = slugPattern === null ? null : slugPatternProblem(slugPattern, environment)
  if (patternProblem) throw new SettingsError('slugPattern', patternProblem)
  const problem = rbacProblem(settings.rbacPolicy)
  if (problem) throw new SettingsError('rbacPolicy', problem)
  const wrong =
    serviceSettingsProblem(settings, environment) ?? httpOnlyProblem(settings) ?? messageSettingsProblem(settings)
  if (wrong) throw new SettingsError(wrong.key, wrong.problem)
  const { passwordPolicy: policy } = settings
  if (policy) {
    if (policy.strength !== 'zxcvbn' && policy.strength !== 'luds')
      throw new SettingsError('passwordPolicy.strength', 'must be zxcvbn or luds')
    for (const [name, value, least, most] of [
      ['minimumLength', policy.minimumLength, 8, 64],
      ['ludsComplexity', policy.ludsComplexity, 1, 4],
      ['ludsMinimumCount', policy.ludsMinimumCount, 8, 64],
    ] as const) {
      if (!(Number.isInteger(value) && value >= least && value <= most))
        throw new SettingsError(`passwordPolicy.${name}`, `must be ${least} to ${most}`)
    }
  }
  for (const [name, { limit, windowMs }] of Object.entries(settings.limits)) {
    if (!Object.hasOwn(defaultLimits, name)) throw new SettingsError('limits', `has an unknown limit: ${quoted(name)}`)
    if (!(limit >= 1 && windowMs >= 1)) throw new SettingsError(`limits.${name}`, 'needs a limit and a window')
  }
}
