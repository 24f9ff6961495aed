import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { subScreenCss } from '../ui/sub-screen.css.ts'
import { passkeyRegistrationCss } from './passkey-registration.css.ts'
import { passkeyRegistrationStrings } from './passkey-registration.strings.ts'
import type { RegistrationViewProps } from './registration-view.ts'

/** Nobody is signed in: who put the widget on the page reads it. */
export function NoUserView({ state, send }: RegistrationViewProps<'error'>): ReactElement {
  const t = useText(passkeyRegistrationStrings)
  useSheet(subScreenCss)
  useSheet(passkeyRegistrationCss)
  return (
    <div className="latchkey-passkey-none">
      <Banner>{t('passkey_registration.no_user')}</Banner>
      {state.status !== 'unauthenticated' && (
        <div className="latchkey-passkey-actions">
          <Button kind="secondary" isBusy={state.status === 'loading'} onClick={() => send({ type: 'retry_clicked' })}>
            {t('passkey_registration.try_again')}
          </Button>
        </div>
      )}
    </div>
  )
}
