import { useContext } from 'react'
import type { Translate } from '../../i18n/text.ts'
import { createTranslate } from '../../i18n/text.ts'
import { OverridesContext } from '../../i18n/use-text.ts'
import { identityProviderStrings } from './identity-provider.strings.ts'
import { safeOverrides } from './plain-text.ts'

/** The texts of a screen on which the user decides. */
export function useConsentText(): Translate<typeof identityProviderStrings> {
  return createTranslate(identityProviderStrings, safeOverrides(useContext(OverridesContext)))
}
