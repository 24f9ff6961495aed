import type { ReactElement } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { Heading } from '../ui/heading.tsx'
import { Text } from '../ui/text.tsx'
import { Decision } from './decision.tsx'
import type { IdentityProviderViewProps } from './identity-provider-view.ts'
import { useConsentText } from './text/use-consent-text.ts'

export function LogoutView({ state, send }: IdentityProviderViewProps<'idp_logout'>): ReactElement {
  const t = useConsentText()
  return (
    <Decision
      onAccept={() => send({ type: 'yes_clicked' })}
      footer={
        <div className="latchkey-idp-actions">
          <Button type="submit">{t('idp.yes')}</Button>
          <Button kind="secondary" onClick={() => send({ type: 'no_clicked' })}>
            {t('idp.no')}
          </Button>
        </div>
      }
    >
      <Heading>{t('idp.logout_title')}</Heading>
      <Text>{t('idp.logout_text', { projectName: state.projectName })}</Text>
    </Decision>
  )
}
