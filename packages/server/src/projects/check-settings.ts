import { limits } from '@latchkey/contract'
import { originEntryProblem } from '../security/origin-list.ts'
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
  const { min, max } = limits.sessionMinutes
  if (!(settings.maxSessionMinutes >= min && settings.maxSessionMinutes <= max))
    throw new Error(`project settings: maxSessionMinutes has to be ${min} to ${max}`)
  for (const [name, { limit, windowMs }] of Object.entries(settings.limits)) {
    if (!(limit >= 1 && windowMs >= 1)) throw new Error(`project settings: limits.${name} needs a limit and a window`)
  }
}
