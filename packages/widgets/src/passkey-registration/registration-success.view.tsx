import type { ReactElement } from 'react'
import { useRef } from 'react'
import { useUniqueId } from '../a11y/use-unique-id.ts'
import { useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { Announcement } from '../ui/announcement.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Heading } from '../ui/heading.tsx'
import { subScreenCss } from '../ui/sub-screen.css.ts'
import { PasskeyBadge } from './passkey-icon.tsx'
import { passkeyRegistrationCss } from './passkey-registration.css.ts'
import { isRenaming, successTitle } from './passkey-registration.flow.ts'
import { passkeyRegistrationStrings } from './passkey-registration.strings.ts'
import { PasskeyRow } from './passkey-row.tsx'
import type { RegistrationViewProps } from './registration-view.ts'
import { useRowFocus } from './use-row-focus.ts'

export function RegistrationSuccessView(props: RegistrationViewProps<'passkey_registration_success'>): ReactElement {
  const { state, send } = props
  const { passkeys, lastChange } = state
  const t = useText(passkeyRegistrationStrings)
  const id = useUniqueId()
  const place = useRef<HTMLDivElement>(null)
  useSheet(subScreenCss)
  useSheet(passkeyRegistrationCss)
  useRowFocus(place, state.rename?.id ?? state.pendingDelete)
  const isBlocked = isRenaming(state)
  const title = successTitle(state)
  return (
    <div className="latchkey-passkey-start" ref={place}>
      <PasskeyBadge kind={title === 'success_title' ? 'success' : undefined} />
      <Heading>{t(`passkey_registration.${title}`)}</Heading>
      {passkeys.length > 0 && (
        <>
          <h3 id={id} className="latchkey-passkey-heading" part="list-header">
            {t('passkey_registration.existing')}
          </h3>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari does not expose a list without markers as a list. */}
          <ul className="latchkey-passkeys" part="list" role="list" aria-labelledby={id}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.webauthn_registration_id} passkey={passkey} state={state} send={send} />
            ))}
          </ul>
        </>
      )}
      <Announcement>
        {lastChange ? t(`passkey_registration.${lastChange.type}`, { name: lastChange.name }) : ''}
      </Announcement>
      <div className="latchkey-passkey-actions">
        <Button isDisabled={isBlocked} onClick={() => send({ type: 'done_clicked' })}>
          {t('passkey_registration.done')}
        </Button>
        <Button kind="secondary" isDisabled={isBlocked} onClick={() => send({ type: 'another_clicked' })}>
          {t(passkeys.length > 0 ? 'passkey_registration.another' : 'passkey_registration.start_title')}
        </Button>
      </div>
    </div>
  )
}
