import { ProviderError } from '../core/provider-error.ts'
import { isMethodEnabled, type MethodSetting } from '../methods/methods.ts'
import type { ProjectRecord } from '../storage/records.ts'

/** Rejects requests for a method that the project has disabled. */
export function requireMethod(project: ProjectRecord, method: MethodSetting): void {
  if (!isMethodEnabled(project.settings, method)) throw new ProviderError('method_not_enabled')
}
