import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { Button } from '../ui/button.tsx'
import { Heading } from '../ui/heading.tsx'
import { subScreenCss } from '../ui/sub-screen.css.ts'
import { Text } from '../ui/text.tsx'
import { identityProviderCss } from './identity-provider.css.ts'
import { identityProviderStrings } from './identity-provider.strings.ts'
import type { IdentityProviderViewProps } from './identity-provider-view.ts'

export function LogoutView({ state, send }: IdentityProviderViewProps<'idp_logout'>): ReactElement {
  const t = useText(identityProviderStrings)
  useSheet(subScreenCss)
  useSheet(identityProviderCss)
  return (
    <form
      noValidate
      className="latchkey-idp"
      onSubmit={(event) => {
        event.preventDefault()
        send({ type: 'yes_clicked' })
      }}
    >
      <Heading>{t('idp.logout_title')}</Heading>
      <Text>{t('idp.logout_text', { projectName: state.projectName })}</Text>
      <div className="latchkey-idp-actions">
        <Button type="submit">{t('idp.yes')}</Button>
        <Button kind="secondary" onClick={() => send({ type: 'no_clicked' })}>
          {t('idp.no')}
        </Button>
      </div>
    </form>
  )
}
