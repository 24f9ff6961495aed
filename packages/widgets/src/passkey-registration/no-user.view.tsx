import type { ReactElement } from 'react'
import { useFailureText, useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/controls/button.tsx'
import { subScreenCss } from '../ui/sub-screen.css.ts'
import { passkeyRegistrationCss } from './passkey-registration.css.ts'
import { passkeyRegistrationStrings } from './passkey-registration.strings.ts'
import type { RegistrationViewProps } from './registration-view.ts'

/** Signed out: a message for the developer of the page. Otherwise the connection failed, and the user may retry. */
export function NoUserView({ state, send }: RegistrationViewProps<'error'>): ReactElement {
  const t = useText(passkeyRegistrationStrings)
  const failure = useFailureText(state.failure)
  useSheet(subScreenCss)
  useSheet(passkeyRegistrationCss)
  return (
    <div className="latchkey-passkey-none">
      <Banner>{failure || t('passkey_registration.no_user')}</Banner>
      {state.failure && (
        <div className="latchkey-passkey-actions">
          <Button kind="secondary" isBusy={state.status === 'loading'} onClick={() => send({ type: 'retry_clicked' })}>
            {t('passkey_registration.try_again')}
          </Button>
        </div>
      )}
    </div>
  )
}
