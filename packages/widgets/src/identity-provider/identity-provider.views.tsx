import type { ReactElement } from 'react'
import { useFailureText, useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { errorScreenStrings } from '../ui/error-screen.strings.ts'
import { ErrorScreen } from '../ui/error-screen.tsx'
import { Heading } from '../ui/heading.tsx'
import { Pending } from '../ui/pending.tsx'
import { Success } from '../ui/success.tsx'
import { Text } from '../ui/text.tsx'
import { ConsentView } from './consent.view.tsx'
import { canRetry } from './identity-provider.flow.ts'
import { identityProviderStrings } from './identity-provider.strings.ts'
import type { IdentityProviderViewProps, IdentityProviderViews } from './identity-provider-view.ts'
import { LogoutView } from './logout.view.tsx'

export const identityProviderViews: IdentityProviderViews = {
  idp_loading: LoadingView,
  idp_consent: ConsentView,
  idp_logout: LogoutView,
  idp_denied: DeniedView,
  idp_success: SuccessView,
  error: ErrorView,
}

function LoadingView({ state }: IdentityProviderViewProps<'idp_loading'>): ReactElement {
  const t = useText(identityProviderStrings)
  return state.status === 'leaving' ? <Pending>{t('idp.logging_out')}</Pending> : <Pending />
}

function DeniedView({ state }: IdentityProviderViewProps<'idp_denied'>): ReactElement {
  const t = useText(identityProviderStrings)
  const isLogout = state.status === 'logout'
  return (
    <>
      <Heading>{t(isLogout ? 'idp.stayed_title' : 'idp.denied_title')}</Heading>
      <Text>{t(isLogout ? 'idp.stayed_text' : 'idp.denied_text')}</Text>
    </>
  )
}

function SuccessView({ state, send }: IdentityProviderViewProps<'idp_success'>): ReactElement {
  const t = useText(identityProviderStrings)
  const retry = useText(errorScreenStrings)('error_screen.try_again')
  const { status, clientName, isLate } = state
  if (status === 'logout') return <Success title={t('idp.logged_out_title')} text={t('idp.logged_out_text')} />
  return (
    <>
      <Success title={t('idp.success_title')} text={t('idp.success_text', { clientName })} />
      <div className="latchkey-idp-late" role="status">
        {isLate && <Text>{t('idp.still_here')}</Text>}
      </div>
      {isLate && (
        <Button kind="secondary" onClick={() => send({ type: 'retry_clicked' })}>
          {retry}
        </Button>
      )}
    </>
  )
}

function ErrorView({ state, send }: IdentityProviderViewProps<'error'>): ReactElement {
  const t = useText(identityProviderStrings)
  const words = useFailureText(state.failure)
  const { status, param, failure } = state
  const texts = {
    missing_parameter: t('idp.missing_parameter', { param }),
    framed: t('idp.framed'),
    no_session: t('idp.no_session'),
    refused: words,
  }
  return (
    <ErrorScreen
      text={texts[status]}
      onRetry={failure && canRetry(failure) ? () => send({ type: 'retry_clicked' }) : undefined}
    />
  )
}
