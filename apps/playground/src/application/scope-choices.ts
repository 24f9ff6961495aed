import type { BootstrapData } from '@latchkey/client'

export interface ScopeChoice {
  readonly scope: string
  readonly label: string
  readonly hint?: string
}

export const standardChoices: readonly ScopeChoice[] = [
  { scope: 'openid', label: 'User id' },
  { scope: 'profile', label: 'Name and picture' },
  { scope: 'email', label: 'Email address' },
  { scope: 'phone', label: 'Phone number' },
  { scope: 'offline_access', label: 'Offline access', hint: 'Returns a refresh token.' },
]

export const firstScopes: readonly string[] = ['openid', 'profile', 'email']

/** The standard scopes and those of the RBAC policy of the project. */
export function scopeChoices({ rbacPolicy }: Pick<BootstrapData, 'rbacPolicy'>): ScopeChoice[] {
  const own = (rbacPolicy?.scopes ?? []).map(({ scope, description }) => ({ scope, label: description || scope }))
  return [...standardChoices, ...own]
}

/** Keeps the order of the list, regardless of the order of clicks. */
export function toggleScope(choices: readonly ScopeChoice[], chosen: readonly string[], scope: string): string[] {
  return choices.map((choice) => choice.scope).filter((one) => chosen.includes(one) !== (one === scope))
}
