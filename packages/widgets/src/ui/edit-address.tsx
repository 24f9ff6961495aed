import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { LinkButton } from './controls/link-button.tsx'
import { editAddressStrings } from './edit-address.strings.ts'

export interface EditAddressProps {
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

/** Returns to the form in which the address or number was typed. */
export function EditAddress(props: EditAddressProps): ReactElement {
  const t = useText(editAddressStrings)
  return <LinkButton {...props}>{t('address.edit')}</LinkButton>
}
