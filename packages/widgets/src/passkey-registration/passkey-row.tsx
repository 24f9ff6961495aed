import type { ReactElement } from 'react'
import { useContext } from 'react'
import { OverridesContext, useText } from '../i18n/use-text.ts'
import { Button } from '../ui/controls/button.tsx'
import { IconButton } from '../ui/controls/icon-button.tsx'
import { useTypedText } from '../ui/controls/use-typed-text.ts'
import { AuthenticatorIcon, useAuthenticator } from './authenticator.tsx'
import type { Passkey, RegistrationEvent, RegistrationSuccess } from './passkey-registration.flow.ts'
import { isRenaming } from './passkey-registration.flow.ts'
import { passkeyRegistrationStrings } from './passkey-registration.strings.ts'

const pencil = 'm12.6 4.6 2.8 2.8M4 16l.6-3.2 8.6-8.6a1.4 1.4 0 0 1 2 0l.6.6a1.4 1.4 0 0 1 0 2l-8.6 8.6z'
const bin =
  'M4 6h12M8 6V4.5A.5.5 0 0 1 8.5 4h3a.5.5 0 0 1 .5.5V6m3 0-.7 9.1a1 1 0 0 1-1 .9H6.7a1 1 0 0 1-1-.9L5 6m3.5 3.5v3.5m3-3.5v3.5'

interface RowProps {
  readonly passkey: Passkey
  readonly send: (event: RegistrationEvent) => void
}

/** One passkey: as it is, being renamed, or about to be deleted. */
export function PasskeyRow({ passkey, state, send }: RowProps & { readonly state: RegistrationSuccess }): ReactElement {
  const { webauthn_registration_id: id } = passkey
  if (state.rename?.id === id) {
    return <RenamedRow name={state.rename.name} isSaving={state.status === 'saving'} id={id} send={send} />
  }
  if (state.pendingDelete === id) return <DoomedRow passkey={passkey} send={send} />
  return <ListedRow passkey={passkey} isBlocked={isRenaming(state)} send={send} />
}

function ListedRow({ passkey, isBlocked, send }: RowProps & { readonly isBlocked: boolean }): ReactElement {
  const t = useText(passkeyRegistrationStrings)
  const { webauthn_registration_id: id, name, aaguid, created_at } = passkey
  const authenticator = useAuthenticator(aaguid)
  const date = useDate(created_at)
  const maker = authenticator && authenticator.name !== name ? authenticator.name : ''
  const added = date && t('passkey_registration.added', { date })
  return (
    <li className="latchkey-passkey" part="passkey" data-state="listing" data-passkey={id}>
      <AuthenticatorIcon authenticator={authenticator} />
      <div className="latchkey-passkey-words">
        <div className="latchkey-passkey-name">
          <bdi className="latchkey-passkey-foreign">{name}</bdi>
        </div>
        {(maker || added) && (
          <div className="latchkey-passkey-maker">
            {maker && <bdi className="latchkey-passkey-foreign">{maker}</bdi>}
            {maker && added && ' · '}
            {added}
          </div>
        )}
      </div>
      <IconButton
        label={t('passkey_registration.rename', { name })}
        path={pencil}
        action="rename"
        isDisabled={isBlocked}
        onClick={() => send({ type: 'rename_clicked', id })}
      />
      <IconButton
        label={t('passkey_registration.delete_one', { name })}
        path={bin}
        kind="danger"
        action="delete"
        isDisabled={isBlocked}
        onClick={() => send({ type: 'delete_clicked', id })}
      />
    </li>
  )
}

/** The day in the language of the texts; in the browser's language if they name none. Empty if it is unknown. */
function useDate(timestamp: string | undefined): string {
  const language = useContext(OverridesContext)['locale.language'] || undefined
  const date = new Date(timestamp ?? '')
  if (Number.isNaN(date.getTime())) return ''
  try {
    return date.toLocaleDateString(language, { dateStyle: 'medium' })
  } catch {
    // The host page may pass any text as a language tag.
    return date.toLocaleDateString(undefined, { dateStyle: 'medium' })
  }
}

interface RenamedRowProps {
  readonly id: string
  readonly name: string
  readonly isSaving: boolean
  readonly send: RowProps['send']
}

function RenamedRow({ id, name, isSaving, send }: RenamedRowProps): ReactElement {
  const t = useText(passkeyRegistrationStrings)
  const typed = useTypedText(name, (value) => send({ type: 'name_changed', value }))
  return (
    <li className="latchkey-passkey" part="passkey" data-state="renaming" data-passkey={id}>
      <form
        className="latchkey-passkey-rename"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send({ type: 'rename_submitted' })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') send({ type: 'rename_canceled' })
        }}
      >
        <input
          {...typed}
          className="latchkey-input"
          part="input"
          name="passkey-name"
          autoComplete="off"
          maxLength={longestName}
          readOnly={isSaving}
          aria-label={t('passkey_registration.name')}
          data-action="now"
        />
        <div className="latchkey-passkey-choice">
          <Button type="submit" isBusy={isSaving}>
            {t('passkey_registration.save')}
          </Button>
          <Button kind="secondary" isDisabled={isSaving} onClick={() => send({ type: 'rename_canceled' })}>
            {t('passkey_registration.cancel')}
          </Button>
        </div>
      </form>
    </li>
  )
}

function DoomedRow({ passkey, send }: RowProps): ReactElement {
  const t = useText(passkeyRegistrationStrings)
  const { webauthn_registration_id: id, name } = passkey
  return (
    <li
      className="latchkey-passkey"
      part="passkey"
      data-state="asking"
      data-passkey={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') send({ type: 'delete_canceled' })
      }}
    >
      <div className="latchkey-passkey-question" role="alert">
        {t('passkey_registration.delete_question', { name })}
      </div>
      <div className="latchkey-passkey-choice">
        <Button kind="danger" onClick={() => send({ type: 'delete_confirmed' })}>
          {t('passkey_registration.delete')}
        </Button>
        <Button kind="secondary" action="now" onClick={() => send({ type: 'delete_canceled' })}>
          {t('passkey_registration.cancel')}
        </Button>
      </div>
    </li>
  )
}

/** The provider's limit. */
const longestName = 256
