import { ProviderError } from '../core/provider-error.ts'
import type { ProjectRecord, ProjectSettings } from '../storage/records.ts'

/** Rejects requests for a method that the project has disabled. */
export function requireMethod(project: ProjectRecord, method: keyof ProjectSettings['enabledMethods']): void {
  if (project.settings.enabledMethods[method] === false) throw new ProviderError('method_not_enabled')
}
