import type { ReactElement } from 'react'
import { useFailureText, useText } from '../../i18n/use-text.ts'
import { ConfirmSignIn } from '../../login/landing/confirm-sign-in.view.tsx'
import { landingStrings } from '../../login/landing/landing.strings.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorScreen } from '../../ui/error-screen.tsx'
import { Pending } from '../../ui/pending.tsx'
import { subScreenCss } from '../../ui/sub-screen.css.ts'
import { b2bLoginStrings } from '../text/b2b-login.strings.ts'
import { b2bLoginCss } from './b2b-login.css.ts'
import type { B2bViewProps } from './b2b-view.ts'

export function B2bLandingView({ state, send }: B2bViewProps<'landing'>): ReactElement {
  const t = useText(landingStrings)
  if (state.status === 'verifying') return <Pending>{t('landing.verifying')}</Pending>
  return (
    <ConfirmSignIn account={state.account} onConfirm={() => send({ type: 'confirm_clicked' })}>
      <Button kind="secondary" onClick={() => send({ type: 'start_over_clicked' })}>
        {t('landing.start_over')}
      </Button>
    </ConfirmSignIn>
  )
}

/** The person cannot sign in here, or not with this link. */
export function B2bErrorView({ state, send }: B2bViewProps<'error'>): ReactElement {
  const t = useText({ ...landingStrings, ...b2bLoginStrings })
  const words = useFailureText(state.failure)
  useSheet(subScreenCss)
  useSheet(b2bLoginCss)
  const { kind, failure, retry } = state
  const ownTexts: Readonly<Record<string, string>> = {
    sso_authentication_failed: t('b2b_error.sso_text'),
    sso_token_not_found: t('b2b_error.expired_text'),
    intermediate_session_not_found: t('b2b_error.expired_text'),
  }
  const texts = {
    Default: {
      title: failure?.error_type === 'sso_authentication_failed' ? t('b2b_error.sso_title') : undefined,
      text: ownTexts[failure?.error_type ?? ''] ?? (failure ? words : undefined),
    },
    AdBlockerDetected: { title: t('b2b_error.blocked_title'), text: t('b2b_error.blocked_text') },
    OrganizationDiscoveryClaimedDomain: {
      title: t('b2b_error.claimed_title'),
      text: t('b2b_error.claimed_text', { email: state.email }),
    },
    EmailMagicLink: { title: t('landing_expired.title'), text: t('landing_expired.text') },
    Organization: { title: t('b2b_error.organization_title'), text: t('b2b_error.organization_text') },
    CannotJoinOrgDueToAuthPolicy: { title: t('b2b_error.policy_title'), text: t('b2b_error.policy_text') },
  }[kind]
  return (
    <ErrorScreen
      title={texts.title}
      {...(texts.text !== undefined && { text: texts.text })}
      onRetry={retry ? () => send({ type: 'try_again_clicked' }) : undefined}
    >
      {retry !== 'find_organization' && (
        <div className="latchkey-b2b-actions">
          <Button kind={retry ? 'secondary' : 'primary'} onClick={() => send({ type: 'start_over_clicked' })}>
            {t('landing.start_over')}
          </Button>
        </div>
      )}
    </ErrorScreen>
  )
}
