import { useText } from '../i18n/use-text.ts'
import type { Consent, ScopeLine } from './consent.ts'
import { scopeLines } from './consent.ts'
import { identityProviderStrings } from './identity-provider.strings.ts'

export interface ScopeText {
  readonly text: string
  readonly isNew: boolean
}

/** What scopes mean, in words: ours for the standard ones, the policy's for its own. */
export function useScopeText(consent: Consent): (scopes: readonly string[]) => ScopeText[] {
  const t = useText(identityProviderStrings)
  const { projectName, descriptions } = consent
  function textOf({ key, scope }: ScopeLine): string {
    if (key === null) return descriptions[scope] || t('idp.scope.other', { scope })
    return key === 'full_access' ? t('idp.scope.full_access', { projectName }) : t(`idp.scope.${key}`)
  }
  return (scopes) => scopeLines(scopes, consent).map((line) => ({ text: textOf(line), isNew: line.isNew }))
}
