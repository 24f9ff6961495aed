import type { ReactElement } from 'react'
import { failureStrings } from '../i18n/failure.strings.ts'
import { useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Heading } from '../ui/heading.tsx'
import { Pending } from '../ui/pending.tsx'
import { subScreenCss } from '../ui/sub-screen.css.ts'
import { Text } from '../ui/text.tsx'
import { ReservedHeight, reservesHeight } from '../widget/reserved-height.tsx'
import { PasskeyBadge } from './passkey-icon.tsx'
import { passkeyRegistrationCss } from './passkey-registration.css.ts'
import { passkeyRegistrationStrings } from './passkey-registration.strings.ts'
import type { RegistrationViewProps } from './registration-view.ts'

export function RegistrationStartView(props: RegistrationViewProps<'passkey_registration_start'>): ReactElement {
  const { state, send, styles } = props
  const t = useText(passkeyRegistrationStrings)
  const unreachable = useText(failureStrings)('error.unreachable')
  const failure =
    state.failure === 'unreachable' ? unreachable : state.failure && t(`passkey_registration.${state.failure}`)
  useSheet(subScreenCss)
  useSheet(passkeyRegistrationCss)
  if (state.status === 'loading') {
    if (!reservesHeight) return <Pending />
    return (
      <ReservedHeight screen="registration" styles={styles}>
        <Pending />
      </ReservedHeight>
    )
  }
  return (
    <form
      className="latchkey-passkey-start"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send({ type: 'create_clicked' })
      }}
    >
      <PasskeyBadge />
      <Heading>{t('passkey_registration.start_title')}</Heading>
      <Text>{t('passkey_registration.start_text')}</Text>
      <Banner>{failure ?? ''}</Banner>
      <div className="latchkey-passkey-actions">
        <Button type="submit" isBusy={state.status === 'creating'}>
          {t('passkey_registration.create')}
        </Button>
        <Button kind="secondary" onClick={() => send({ type: 'skip_clicked' })}>
          {t('passkey_registration.skip')}
        </Button>
      </div>
    </form>
  )
}
