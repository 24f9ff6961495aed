import type { ReadManifest } from './consent-manifest.ts'

/** All there is to say about what an application asks for. */
export interface Consent {
  readonly clientName: string
  readonly clientLogo: string | null
  /** It let itself in: nobody of the project has looked at what it says of itself. */
  readonly isUnverified: boolean
  /** The host where it says so; empty where it said it to the provider. */
  readonly describedAt: string
  readonly projectName: string
  /** Who is asked, as far as there is a word for it. */
  readonly account: string | null
  readonly redirectUri: string
  readonly grantable: readonly string[]
  readonly ungrantable: readonly string[]
  /** What was granted before. Empty the first time. */
  readonly granted: readonly string[]
  /** What the project's policy says about its own scopes. */
  readonly descriptions: Readonly<Record<string, string>>
  /** The host page's own words, where it has any. */
  readonly manifest: ReadManifest | null
}

export function scopesOf(joined: string): string[] {
  return joined.split(' ').filter((scope) => scope !== '')
}

/** The contract's list once more: taken from there, pages that ask for no consent would load it too. */
const standardScopes: readonly string[] = ['openid', 'profile', 'email', 'phone', 'full_access', 'offline_access']

export function isStandardScope(scope: string): boolean {
  return standardScopes.includes(scope)
}

/** Since the last time; nothing is, the first time. */
export function isNew({ granted }: Pick<Consent, 'granted'>, scope: string): boolean {
  return granted.length > 0 && !granted.includes(scope)
}

/** What is said in one line, be it one scope or several. */
export interface ScopeLine {
  readonly key: 'openid' | 'profile' | 'email' | 'profile_and_email' | 'phone' | 'full_access' | 'offline_access' | null
  /** The first of them, for what has no words of ours. */
  readonly scope: string
  readonly isNew: boolean
}

/** Recognizing somebody goes without saying where name or address are seen, and these two are one line. */
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
