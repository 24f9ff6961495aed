import type { LockoutState } from '../../verbs.ts'

/** A lock joined to something else: its columns as `l_`, null when there is none. */
export const lockColumns = [
  'lockouts.consecutive as l_consecutive',
  'lockouts.locked_until as l_locked_until',
  'lockouts.locked_at as l_locked_at',
] as const

export interface LockRow {
  l_consecutive: number | null
  l_locked_until: number | null
  l_locked_at: number | null
}

export function toLock(row: LockRow): LockoutState | null {
  const { l_consecutive: consecutive, l_locked_until: lockedUntil, l_locked_at: lockedAt } = row
  return consecutive === null ? null : { consecutive, lockedUntil, lockedAt }
}
