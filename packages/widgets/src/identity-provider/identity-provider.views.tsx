import type { ReactElement } from 'react'
import { useFailureText, useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { Button } from '../ui/controls/button.tsx'
import { errorScreenStrings } from '../ui/error-screen.strings.ts'
import { ErrorScreen } from '../ui/error-screen.tsx'
import { Heading } from '../ui/heading.tsx'
import { Pending } from '../ui/pending.tsx'
import { subScreenCss } from '../ui/sub-screen.css.ts'
import { Success } from '../ui/success.tsx'
import { Text } from '../ui/text.tsx'
import { identityProviderCss } from './identity-provider.css.ts'
import { canRetry } from './identity-provider.flow.ts'
import type { IdentityProviderViewProps } from './identity-provider-view.ts'
import { presumedNameOf } from './text/client-name.ts'
import { identityProviderStrings } from './text/identity-provider.strings.ts'

export function LoadingView({ state }: IdentityProviderViewProps<'idp_loading'>): ReactElement {
  const t = useText(identityProviderStrings)
  return state.status === 'leaving' ? <Pending>{t('idp.logging_out')}</Pending> : <Pending />
}

export function DeniedView({ state, send }: IdentityProviderViewProps<'idp_denied'>): ReactElement {
  const t = useText(identityProviderStrings)
  const isLogout = state.status === 'logout'
  const clientName = state.status === 'logout' ? presumedNameOf(state.redirectUri) : state.consent.clientName
  useSheet(subScreenCss)
  useSheet(identityProviderCss)
  return (
    <>
      <Heading>{t(isLogout ? 'idp.stayed_title' : 'idp.denied_title')}</Heading>
      <Text>{t(isLogout ? 'idp.stayed_text' : 'idp.denied_text')}</Text>
      <div className="latchkey-idp-actions">
        <Button onClick={() => send({ type: 'back_to_application_clicked' })}>
          {t('idp.back_to', { clientName })}
        </Button>
      </div>
    </>
  )
}

export function SuccessView({ state, send }: IdentityProviderViewProps<'idp_success'>): ReactElement {
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

export function ErrorView({ state, send, config }: IdentityProviderViewProps<'error'>): ReactElement {
  const t = useText(identityProviderStrings)
  const words = useFailureText(state.failure)
  useSheet(subScreenCss)
  useSheet(identityProviderCss)
  const { status, param, request } = state
  const canLogIn = Boolean(config.loginURL)
  const asksForLogin = status === 'no_session' && request?.kind === 'authorize'
  const texts = {
    missing_parameter: t('idp.missing_parameter', { param }),
    framed: t('idp.framed'),
    no_session: t('idp.no_session'),
    refused: words,
  }
  return (
    <ErrorScreen
      title={
        asksForLogin
          ? t('idp.no_session_title', { clientName: presumedNameOf(request.params.redirect_uri) })
          : undefined
      }
      text={texts[status]}
      onRetry={canRetry(state) && !(asksForLogin && canLogIn) ? () => send({ type: 'retry_clicked' }) : undefined}
    >
      <div className="latchkey-idp-options">
        {asksForLogin && canLogIn && (
          <Button onClick={() => send({ type: 'log_in_clicked' })}>{t('idp.log_in')}</Button>
        )}
        {status === 'framed' && <OpenWindow>{t('idp.open_window')}</OpenWindow>}
        {state.canGoBack && (
          <Button kind="secondary" onClick={() => send({ type: 'go_back_clicked' })}>
            {t('idp.go_back')}
          </Button>
        )}
      </div>
    </ErrorScreen>
  )
}

/** A link to this page, outside of the frame. */
function OpenWindow({ children }: { readonly children: string }): ReactElement {
  return (
    <a
      className="latchkey-button"
      part="button"
      data-kind="primary"
      ref={(link) => {
        if (link) link.href = link.ownerDocument.location.href
      }}
      href="?"
      target="_blank"
      rel="noopener"
    >
      <span className="latchkey-button-label">{children}</span>
    </a>
  )
}
