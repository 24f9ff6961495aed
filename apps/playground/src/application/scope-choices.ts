import type { BootstrapData } from '@latchkey/client'

export interface ScopeChoice {
  readonly scope: string
  readonly label: string
  readonly hint?: string
}

export const standardChoices: readonly ScopeChoice[] = [
  { scope: 'openid', label: 'Who they are' },
  { scope: 'profile', label: 'Name and picture' },
  { scope: 'email', label: 'Email address' },
  { scope: 'phone', label: 'Phone number' },
  { scope: 'offline_access', label: 'Access while they are away', hint: 'Gives a refresh token.' },
]

export const firstScopes: readonly string[] = ['openid', 'profile', 'email']

/** The standard scopes, and those of the project's own policy. */
export function scopeChoices({ rbacPolicy }: Pick<BootstrapData, 'rbacPolicy'>): ScopeChoice[] {
  const own = (rbacPolicy?.scopes ?? []).map(({ scope, description }) => ({ scope, label: description || scope }))
  return [...standardChoices, ...own]
}

/** In the order of the list, whatever the order of the clicks. */
export function toggleScope(choices: readonly ScopeChoice[], chosen: readonly string[], scope: string): string[] {
  return choices.map((choice) => choice.scope).filter((one) => chosen.includes(one) !== (one === scope))
}
