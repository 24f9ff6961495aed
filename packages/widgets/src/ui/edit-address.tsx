import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { editAddressStrings } from './edit-address.strings.ts'
import { LinkButton } from './link-button.tsx'

export interface EditAddressProps {
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

/** Leads from an address or a number back to the form in which it was typed. */
export function EditAddress(props: EditAddressProps): ReactElement {
  const t = useText(editAddressStrings)
  return <LinkButton {...props}>{t('address.edit')}</LinkButton>
}
