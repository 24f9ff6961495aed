import type { ProjectRecord } from '../storage/records.ts'

/** The lifetime of an emailed link: the requested one, limited by the project's setting. */
export function linkMinutes({ settings }: Pick<ProjectRecord, 'settings'>, requested: number): number {
  return Math.min(requested, settings.maxLinkMinutes ?? requested)
}
