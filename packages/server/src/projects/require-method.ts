import { ProviderError } from '../core/provider-error.ts'
import type { ProjectRecord, ProjectSettings } from '../storage/records.ts'

/** Refuses the calls of a method that a project has turned off. */
export function requireMethod(project: ProjectRecord, method: keyof ProjectSettings['enabledMethods']): void {
  if (project.settings.enabledMethods[method] === false) throw new ProviderError('method_not_enabled')
}
