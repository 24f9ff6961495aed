import { limits } from '@latchkey/contract'
import { originEntryProblem } from '../security/origin-list.ts'
import { rpIdProblem } from '../security/passkey-rp-ids.ts'
import { redirectEntryProblem } from '../security/redirect-list.ts'
import type { ProjectSettings } from '../storage/records.ts'
import type { Environment } from '../tokens/ids.ts'

/** Refuses settings that would open a project wider than it says, naming the key. */
export function checkSettings(settings: ProjectSettings, environment: Environment): void {
  for (const entry of settings.authorizedOrigins) {
    const problem = originEntryProblem(entry, environment)
    if (problem) throw new Error(`project settings: authorizedOrigins ${JSON.stringify(entry)}: ${problem}`)
  }
  for (const [type, entries] of Object.entries(settings.redirectUrls)) {
    for (const entry of entries) {
      const problem = redirectEntryProblem(entry, environment)
      if (problem) throw new Error(`project settings: redirectUrls.${type} ${JSON.stringify(entry)}: ${problem}`)
    }
  }
  for (const rpId of settings.passkeyRpIds ?? []) {
    const problem = rpIdProblem(rpId, environment)
    if (problem) throw new Error(`project settings: passkeyRpIds ${JSON.stringify(rpId)}: ${problem}`)
  }
  const { min, max } = limits.sessionMinutes
  if (!(settings.maxSessionMinutes >= min && settings.maxSessionMinutes <= max))
    throw new Error(`project settings: maxSessionMinutes has to be ${min} to ${max}`)
  const { passwordPolicy: policy } = settings
  if (policy) {
    if (policy.strength !== 'zxcvbn' && policy.strength !== 'luds')
      throw new Error('project settings: passwordPolicy.strength is zxcvbn or luds')
    for (const [name, value, least, most] of [
      ['minimumLength', policy.minimumLength, 8, 64],
      ['ludsComplexity', policy.ludsComplexity, 1, 4],
      ['ludsMinimumCount', policy.ludsMinimumCount, 8, 64],
    ] as const) {
      if (!(Number.isInteger(value) && value >= least && value <= most))
        throw new Error(`project settings: passwordPolicy.${name} has to be ${least} to ${most}`)
    }
  }
  for (const [name, { limit, windowMs }] of Object.entries(settings.limits)) {
    if (!(limit >= 1 && windowMs >= 1)) throw new Error(`project settings: limits.${name} needs a limit and a window`)
  }
}
