import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../../login/login-method.ts'
import { Announcement } from '../../ui/announcement.tsx'
import { Choice } from '../../ui/controls/choice.tsx'
import { oauthStrings } from './oauth.strings.ts'
import { ProviderLogo } from './provider-logo.tsx'
import { providerName } from './provider-names.ts'

/** One button per configured provider. */
export function OAuthButtons(props: LoginViewProps<'main'>): ReactElement {
  const { state, send, plan, slots } = props
  const t = useText(oauthStrings)
  const { status, pressed } = state
  const busy = status === 'editing' || pressed === 'form' ? null : pressed
  return (
    <>
      {plan.oauth.providers.map(({ type, one_tap }) => {
        const choice = (
          <Choice
            key={type}
            icon={<ProviderLogo name={type} />}
            isBusy={busy === type}
            isDisabled={status !== 'editing'}
            onClick={() => send({ type: 'provider_clicked', provider: type })}
          >
            {t('oauth.continue', { provider: providerName(type) })}
            {slots?.lastUsed && <slots.lastUsed method={type} />}
          </Choice>
        )
        return type === 'google' && one_tap ? (
          <OneTapPlace key={type} {...props}>
            {choice}
          </OneTapPlace>
        ) : (
          choice
        )
      })}
      <Announcement>{busy ? t('oauth.leaving', { provider: providerName(busy) }) : ''}</Announcement>
    </>
  )
}

/** Google's prompt replaces its button once it is shown. */
function OneTapPlace({
  children,
  ...props
}: LoginViewProps<'main'> & { readonly children: ReactElement }): ReactElement {
  const OneTap = props.slots?.oneTap
  return OneTap ? <OneTap {...props}>{children}</OneTap> : <div className="latchkey-one-tap">{children}</div>
}
