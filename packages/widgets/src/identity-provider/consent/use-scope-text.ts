import { isBlank, plainText } from '../text/plain-text.ts'
import { useConsentText } from '../text/use-consent-text.ts'
import type { Consent, ScopeLine } from './consent.ts'
import { scopeLines } from './consent.ts'

export interface ScopeText {
  readonly text: string
  /** The description of the project's policy. */
  readonly isForeign: boolean
  readonly isNew: boolean
}

/** The text of scopes: built-in for the standard ones, the project's description for custom ones. */
export function useScopeText(consent: Consent): (scopes: readonly string[]) => ScopeText[] {
  const t = useConsentText()
  const { projectName, descriptions } = consent
  // Own properties only: every object has a `constructor`, and a scope may have that name.
  const described = (scope: string): string => {
    const text = (Object.hasOwn(descriptions, scope) && descriptions[scope]) || ''
    return isBlank(text) ? '' : plainText(text)
  }
  function textOf({ key, scope }: ScopeLine): string {
    if (key === null) return described(scope) || t('idp.scope.other', { scope })
    return key === 'full_access' ? t('idp.scope.full_access', { projectName }) : t(`idp.scope.${key}`)
  }
  return (scopes) =>
    scopeLines(scopes, consent).map((line) => ({
      text: textOf(line),
      isForeign: line.key === null && described(line.scope) !== '',
      isNew: line.isNew,
    }))
}
