import { useContext, useMemo } from 'react'
import type { Failure } from '../../flow/failure.ts'
import { createTranslate } from '../../i18n/text.ts'
import { failureText, OverridesContext } from '../../i18n/use-text.ts'
import { organizationStrings } from './organization.strings.ts'

/** The text of a failure, in the words of an organization if it has some. */
export function useOrganizationFailure(failure: Failure | null): string {
  const overrides = useContext(OverridesContext)
  const key = `member_error.${failure?.error_type}`
  return Object.hasOwn(organizationStrings, key)
    ? createTranslate(organizationStrings, overrides)(key as 'member_error.member_not_found')
    : failureText(failure, overrides)
}

/** The failure of one field, with its text. The same object until it changes: each new one takes the focus. */
export function useFieldFailure(failure: Failure | null, types: string): Failure | null {
  const isOfField = failure?.error_type !== undefined && types.split(' ').includes(failure.error_type)
  const error_message = useOrganizationFailure(isOfField ? failure : null)
  return useMemo(
    () => (failure && isOfField ? { ...failure, error_type: `${failure.error_type} of field`, error_message } : null),
    [failure, isOfField, error_message],
  )
}
