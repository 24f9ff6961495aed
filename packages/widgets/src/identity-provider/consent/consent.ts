import type { ReadManifest } from './consent-manifest.ts'

/** The data of the consent screen. */
export interface Consent {
  readonly clientName: string
  readonly clientLogo: string | null
  /** The application registered itself: the project has not verified its name and logo. */
  readonly isUnverified: boolean
  /** The host of its client metadata document; empty if it is registered with the provider. */
  readonly describedAt: string
  readonly projectName: string
  /** The email address or phone number of the user, if known. */
  readonly account: string | null
  readonly redirectUri: string
  readonly grantable: readonly string[]
  readonly ungrantable: readonly string[]
  /** The scopes that were granted before. Empty the first time. */
  readonly granted: readonly string[]
  /** Descriptions of the project's custom scopes. */
  readonly descriptions: Readonly<Record<string, string>>
  /** The text of the host page, if it has any. */
  readonly manifest: ReadManifest | null
}

export function scopesOf(joined: string): string[] {
  return joined.split(' ').filter((scope) => scope !== '')
}

/** A copy of the contract's list: an import would put it into the first load of all pages. */
const standardScopes: readonly string[] = ['openid', 'profile', 'email', 'phone', 'full_access', 'offline_access']

export function isStandardScope(scope: string): boolean {
  return standardScopes.includes(scope)
}

/** New since the last grant. Never true the first time. */
export function isNew({ granted }: Pick<Consent, 'granted'>, scope: string): boolean {
  return granted.length > 0 && !granted.includes(scope)
}

/** One line of the list, for one scope or several. */
export interface ScopeLine {
  readonly key: 'openid' | 'profile' | 'email' | 'profile_and_email' | 'phone' | 'full_access' | 'offline_access' | null
  /** The first scope, for scopes without a built-in text. */
  readonly scope: string
  readonly isNew: boolean
}

/** `openid` is implied by `email` and `profile`, and those two share a line. */
export function scopeLines(scopes: readonly string[], consent: Pick<Consent, 'granted'>): ScopeLine[] {
  const seen: readonly string[] = scopes.filter((scope) => scope === 'profile' || scope === 'email')
  return scopes.flatMap((scope): ScopeLine[] => {
    if (scope === 'openid' && seen.length > 0) return []
    if (seen.length === 2 && seen.includes(scope)) {
      const line = { key: 'profile_and_email', scope, isNew: seen.some((one) => isNew(consent, one)) } as const
      return scope === seen[0] ? [line] : []
    }
    const key = isStandardScope(scope) ? (scope as ScopeLine['key']) : null
    return [{ key, scope, isNew: isNew(consent, scope) }]
  })
}
