import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Heading } from '../../ui/heading.tsx'
import { Text } from '../../ui/text.tsx'
import { membersStrings, ssoStrings } from '../text/organization.strings.ts'
import { GatedButton } from '../ui/gated-button.tsx'
import { organizationCss } from '../ui/organization.css.ts'
import { ssoCss } from './sso.css.ts'
import type { SsoViewProps } from './sso-view.ts'

/** Asks before a connection or a certificate is deleted. */
export function SsoConfirmView({ state, send }: SsoViewProps<'sso_confirm'>): ReactElement {
  const t = useText(ssoStrings)
  const cancel = useText(membersStrings)
  useSheet(organizationCss)
  useSheet(ssoCss)
  const { before, certificateId, status } = state
  const { name, certificates } = before.connection
  const certificate = certificates.find(({ id }) => id === certificateId)
  const isBusy = status === 'working'
  return (
    <>
      <Heading>
        {certificate
          ? t('connection.certificate_title')
          : t('connection.delete_title', { name: name || t('connection.unnamed') })}
      </Heading>
      <Text>{t(certificate ? 'connection.certificate_text' : 'connection.delete_text')}</Text>
      <div className="latchkey-org-actions">
        <GatedButton action="confirm" kind="danger" isBusy={isBusy} onClick={() => send({ type: 'confirm_clicked' })}>
          {certificate
            ? t('connection.delete_certificate', { fingerprint: certificate.fingerprint.slice(0, 11) })
            : t('connection.delete')}
        </GatedButton>
        <GatedButton action="cancel" isDisabled={isBusy} onClick={() => send({ type: 'back_clicked' })}>
          {cancel('confirm.cancel')}
        </GatedButton>
      </div>
    </>
  )
}
