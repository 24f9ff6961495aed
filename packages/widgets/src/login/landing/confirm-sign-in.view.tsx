import type { ReactElement, ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { subScreenCss } from '../../ui/sub-screen.css.ts'
import { Text } from '../../ui/text.tsx'
import { confirmSignInStrings } from './confirm-sign-in.strings.ts'
import { landingCss } from './landing.css.ts'

export interface ConfirmSignInProps {
  /** Masked; empty if it is not known. */
  readonly account: string
  readonly onConfirm: () => void
  readonly children?: ReactNode
}

/** For a link that another browser requested: programs that open links click no button, and the user sees the account. */
export function ConfirmSignIn({ account, onConfirm, children }: ConfirmSignInProps): ReactElement {
  const t = useText(confirmSignInStrings)
  useSheet(subScreenCss)
  useSheet(landingCss)
  return (
    <div className="latchkey-landing" role="alert">
      <Heading>{t('confirm_sign_in.title')}</Heading>
      {account && <Text strong={account}>{t('confirm_sign_in.account', { email: account })}</Text>}
      <Text>{t('confirm_sign_in.text')}</Text>
      <Button onClick={onConfirm}>{t('confirm_sign_in.button')}</Button>
      {children}
    </div>
  )
}
