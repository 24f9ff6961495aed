import type { ProjectRecord } from '../storage/records.ts'

/** How long a mailed link lives: as long as the call asks for, but no longer than the project lets any link live. */
export function linkMinutes({ settings }: Pick<ProjectRecord, 'settings'>, asked: number): number {
  return Math.min(asked, settings.maxLinkMinutes ?? asked)
}
