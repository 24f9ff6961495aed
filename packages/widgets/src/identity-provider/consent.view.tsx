import type { ReactElement } from 'react'
import { useRef } from 'react'
import { useFailureText } from '../i18n/use-text.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { Heading } from '../ui/heading.tsx'
import { NameBadge } from '../ui/name-badge.tsx'
import { pictureAddress } from '../ui/picture-address.ts'
import { isNew, isStandardScope } from './consent/consent.ts'
import { ConsentList } from './consent/consent-list.tsx'
import { DetailList, Disclosure } from './consent/disclosure.tsx'
import { useScopeText } from './consent/use-scope-text.ts'
import { Decision } from './decision.tsx'
import type { IdentityProviderViewProps } from './identity-provider-view.ts'
import { hostnameOf, ownSchemeOf } from './text/client-name.ts'
import { useConsentText } from './text/use-consent-text.ts'
import { usePageFocus } from './use-page-focus.ts'

export function ConsentView({ state, send, styles }: IdentityProviderViewProps<'idp_consent'>): ReactElement {
  const { consent, status, answer, calls } = state
  const { clientName, projectName, account, grantable, ungrantable, redirectUri, isUnverified, describedAt } = consent
  const t = useConsentText()
  const failure = useFailureText(state.failure)
  const textsOf = useScopeText(consent)
  const place = useRef<HTMLFormElement>(null)
  usePageFocus(place, send)
  const isStandard = [...grantable, ...ungrantable].every(isStandardScope)
  const isMore = grantable.some((scope) => isNew(consent, scope))
  const [host, scheme] = [hostnameOf(redirectUri), ownSchemeOf(redirectUri)]
  const logo = pictureAddress(styles.logo?.logoImageUrl)
  const isBusy = status === 'submitting'
  return (
    <Decision
      formRef={place}
      onAccept={() => send({ type: 'allow_clicked' })}
      footer={
        <>
          <Banner>{failure}</Banner>
          {/* Above the buttons, so that Deny does not move under the pointer. */}
          <div role="status">
            {state.isHasty && (
              // Another element for the next early click, so that screen readers announce it again.
              <p key={calls} className="latchkey-idp-notice latchkey-idp-words">
                {t('idp.wait')}
              </p>
            )}
          </div>
          <div className="latchkey-idp-actions">
            <Button
              type="submit"
              isBusy={answer === 'allow'}
              isDisabled={grantable.length === 0 || (isBusy && answer !== 'allow')}
            >
              {t('idp.allow')}
            </Button>
            <Button
              kind="secondary"
              isBusy={answer === 'deny'}
              isDisabled={isBusy && answer !== 'deny'}
              onClick={() => send({ type: 'deny_clicked' })}
            >
              {t('idp.deny')}
            </Button>
          </div>
          {host && <p className="latchkey-idp-destination">{t('idp.destination', { host })}</p>}
          {scheme && <p className="latchkey-idp-destination">{t('idp.destination_app', { scheme })}</p>}
        </>
      }
    >
      {logo && (
        <div className="latchkey-logo">
          <img className="latchkey-logo-image" part="logo" src={logo} alt="" />
        </div>
      )}
      <NameBadge name={clientName} logo={consent.clientLogo} className="latchkey-idp-client" part="client" />
      <Heading>{t(isStandard ? 'idp.sign_in_title' : 'idp.access_title', { clientName, projectName })}</Heading>
      {isUnverified && (
        <p className="latchkey-idp-account">
          {t('idp.unverified', { projectName })} {describedAt && t('idp.described_at', { host: describedAt })}
        </p>
      )}
      {account && <p className="latchkey-idp-account">{t('idp.account', { account })}</p>}
      <div className="latchkey-idp-switch">
        <LinkButton isDisabled={isBusy} onClick={() => send({ type: 'switch_account_clicked' })}>
          {t('idp.switch_account')}
        </LinkButton>
      </div>
      {isMore && <p className="latchkey-idp-changed">{t('idp.changed', { clientName })}</p>}
      <ConsentList consent={consent} />
      {ungrantable.length > 0 && (
        <Disclosure className="latchkey-idp-notice" summary={t('idp.ungrantable', { clientName })}>
          <p className="latchkey-idp-notice-text">{t('idp.ungrantable_header', { clientName })}</p>
          <DetailList items={textsOf(ungrantable)} />
        </Disclosure>
      )}
    </Decision>
  )
}
