import type { FormEvent, ReactElement, ReactNode } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { uiStrings } from '../../ui/ui.strings.ts'
import type { RoleNames } from '../members/role-names.ts'
import { ssoStrings } from '../text/organization.strings.ts'
import { useOrganizationFailure } from '../text/use-organization-failure.ts'
import { GatedButton } from '../ui/gated-button.tsx'
import type { ConnectionDraft, ShownCertificate, SsoEvent } from './sso-state.flow.ts'
import type { SsoViewProps } from './sso-view.ts'

type Props = SsoViewProps<'sso_connection'>

export interface PartProps extends Props {
  /** The id of the text that says why nothing can be changed; undefined if it can be. */
  readonly reasonId: string | undefined
}

/** The values that the identity provider needs. */
export function Given({ state, send }: Props): ReactElement {
  const { connection, copied } = state
  const t = useText(ssoStrings)
  const words = useOrganizationFailure(state.part === 'give' ? state.failure : null)
  const id = useUniqueId()
  return (
    <section className="latchkey-org-part" aria-labelledby={id}>
      <h3 id={id} className="latchkey-org-subtitle">
        {t('connection.give')}
      </h3>
      <Banner>{words}</Banner>
      {connection.values.map(({ name, value }) => (
        <div key={name} className="latchkey-sso-value">
          <div className="latchkey-sso-value-words">
            <div className="latchkey-label">{t(`connection.${name}`)}</div>
            <div className="latchkey-sso-code">{value}</div>
          </div>
          <GatedButton
            action={`copy-${name}`}
            // Begins with the text that is shown.
            label={`${t(copied === value ? 'connection.copied' : 'connection.copy')}: ${t(`connection.${name}`)}`}
            onClick={() => send({ type: 'copy_clicked', value })}
          >
            {t(copied === value ? 'connection.copied' : 'connection.copy')}
          </GatedButton>
        </div>
      ))}
      <span className="latchkey-announcement" role="status">
        {copied ? t('connection.copied') : ''}
      </span>
    </section>
  )
}

export function Name(props: PartProps): ReactElement {
  const t = useText(ssoStrings)
  const { state } = props
  if (props.reasonId) return <Save {...props} part="name" hasChanges={false} />
  return (
    <PartForm {...props} part="name">
      <Typed {...props} field="name" label={t('connection.name')} />
      <Save {...props} part="name" hasChanges={state.draft.name.trim() !== state.connection.name} />
    </PartForm>
  )
}

const largestFile = 256 * 1024

/** Reads a file. It may be too large for the provider, or have been removed. */
export async function readMetadata(file: Pick<File, 'size' | 'text'>): Promise<SsoEvent> {
  try {
    if (file.size <= largestFile) return { type: 'typed', field: 'metadataXml', value: await file.text() }
  } catch {
    // The message is the same: another file has to be chosen.
  }
  return { type: 'file_refused' }
}

/** What the identity provider has given: its metadata, or issuer and client. */
export function Taken(props: PartProps): ReactElement {
  const { state, send, reasonId } = props
  const t = useText(ssoStrings)
  const id = useUniqueId()
  const { connection, draft } = state
  if (reasonId) return <Save {...props} part="take" hasChanges={false} />
  if (connection.kind === 'oidc') {
    const hasChanges =
      draft.issuer.trim() !== connection.issuer ||
      draft.clientId.trim() !== connection.clientId ||
      draft.clientSecret !== ''
    return (
      <PartForm {...props} part="take">
        <Typed {...props} field="issuer" label={t('connection.issuer')} />
        <Typed {...props} field="clientId" label={t('connection.client_id')} />
        <Typed {...props} field="clientSecret" label={t('connection.client_secret')} type="password" />
        {connection.hasSecret && <p className="latchkey-org-reason">{t('connection.secret_kept')}</p>}
        <Save {...props} part="take" hasChanges={hasChanges} />
      </PartForm>
    )
  }
  const url = draft.metadataUrl.trim()
  return (
    <PartForm {...props} part="take">
      <Typed {...props} field="metadataUrl" label={t('connection.metadata_url')} />
      <p className="latchkey-org-reason">{t('connection.metadata_url_text')}</p>
      <label className="latchkey-label latchkey-org-set" htmlFor={`${id}-file`}>
        {t('connection.metadata_file')}
      </label>
      <input
        id={`${id}-file`}
        className="latchkey-sso-file"
        type="file"
        accept=".xml,application/xml,text/xml"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) readMetadata(file).then(send)
        }}
      />
      <label className="latchkey-label" htmlFor={`${id}-text`}>
        {t('connection.metadata_xml')}
      </label>
      <textarea
        id={`${id}-text`}
        className="latchkey-sso-area"
        part="input"
        spellCheck="false"
        value={draft.metadataXml}
        onChange={({ currentTarget: { value } }) => send({ type: 'typed', field: 'metadataXml', value })}
      />
      <Save
        {...props}
        part="take"
        hasChanges={draft.metadataXml.trim() !== '' || (url !== '' && url !== connection.metadataUrl)}
      />
    </PartForm>
  )
}

const dayMs = 24 * 60 * 60_000
const warningDays = 30

/** The certificates of a SAML connection, with a warning before each ends. */
export function Certificates({ state, send, reasonId }: PartProps): ReactElement {
  const t = useText(ssoStrings)
  const language = useText(uiStrings)('locale.language')
  const { certificates } = state.connection
  const dateOf = ({ expiresAt }: ShownCertificate): string => {
    try {
      return new Intl.DateTimeFormat(language || 'en', { dateStyle: 'medium', timeZone: 'UTC' }).format(expiresAt)
    } catch {
      // An invalid language tag has no date format.
      return new Date(expiresAt).toISOString().slice(0, 10)
    }
  }
  const toneOf = ({ expiresAt }: ShownCertificate) =>
    expiresAt <= state.now ? 'expired' : expiresAt - state.now < warningDays * dayMs ? 'expires_soon' : 'expires'
  if (certificates.length === 0) return <p className="latchkey-org-quiet">{t('connection.no_certificates')}</p>
  return (
    <>
      {certificates.map((certificate) => (
        <div key={certificate.id} className="latchkey-sso-certificate">
          <div className="latchkey-sso-value-words">
            <div className="latchkey-sso-print">{certificate.fingerprint}</div>
            <div className="latchkey-sso-until" data-tone={toneOf(certificate) === 'expires' ? undefined : 'bad'}>
              {t(`connection.${toneOf(certificate)}`, { date: dateOf(certificate) })}
            </div>
          </div>
          <GatedButton
            action="delete-certificate"
            kind="danger"
            reasonId={reasonId}
            isDisabled={state.status === 'working'}
            label={t('connection.delete_certificate', { fingerprint: certificate.fingerprint.slice(0, 11) })}
            onClick={() => send({ type: 'certificate_clicked', id: certificate.id })}
          >
            ×
          </GatedButton>
        </div>
      ))}
    </>
  )
}

/** Roles that members get from their groups at the identity provider. */
export function Groups(props: PartProps & { readonly names: RoleNames }): ReactElement {
  const { state, send, names, reasonId } = props
  const t = useText(ssoStrings)
  const id = useUniqueId()
  const { connection, draft, status, viewer } = state
  return (
    <>
      {connection.groups.length === 0 && <p className="latchkey-org-quiet">{t('connection.no_groups')}</p>}
      {connection.groups.map((group) => (
        <div key={`${group.group} ${group.role_id}`} className="latchkey-sso-certificate">
          <div className="latchkey-sso-value-words">
            <bdi className="latchkey-sso-name">{group.group}</bdi>
            <div className="latchkey-sso-until">{names.name(group.role_id)}</div>
          </div>
          <GatedButton
            action="remove-group"
            kind="danger"
            reasonId={reasonId}
            isDisabled={status === 'working'}
            label={t('connection.remove_group', { role: names.name(group.role_id), group: group.group })}
            onClick={() => send({ type: 'group_removed', group })}
          >
            ×
          </GatedButton>
        </div>
      ))}
      {!reasonId && (
        <PartForm {...props} part="groups">
          <Typed {...props} field="group" label={t('connection.group')} />
          <label className="latchkey-label" htmlFor={id}>
            {t('connection.role')}
          </label>
          <select
            id={id}
            className="latchkey-sso-select"
            part="input"
            value={draft.role}
            onChange={({ currentTarget: { value } }) => send({ type: 'typed', field: 'role', value })}
          >
            <option value="">–</option>
            {names
              .sort(viewer.roles)
              .filter(({ isGivable }) => isGivable)
              .map((role) => (
                <option key={role.id} value={role.id}>
                  {names.name(role.id)}
                </option>
              ))}
          </select>
          <Save
            {...props}
            part="groups"
            text={t('connection.add_group')}
            hasChanges={draft.group.trim() !== '' && draft.role !== ''}
          />
        </PartForm>
      )}
    </>
  )
}

type SavedPart = 'name' | 'take' | 'groups'

function PartForm({
  send,
  part,
  children,
}: Pick<PartProps, 'send'> & { readonly part: SavedPart; readonly children: ReactNode }): ReactElement {
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    send({ type: 'save_clicked', part })
  }
  return (
    <form className="latchkey-org-form" noValidate onSubmit={onSubmit}>
      {children}
    </form>
  )
}

interface TypedProps extends Pick<PartProps, 'state' | 'send'> {
  readonly field: keyof ConnectionDraft
  readonly label: string
  readonly type?: 'text' | 'password'
}

function Typed({ state, send, field, label, type = 'text' }: TypedProps): ReactElement {
  return (
    <Field
      type={type}
      name={field}
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      label={label}
      value={state.draft[field]}
      failure={null}
      onChange={(value) => send({ type: 'typed', field, value })}
    />
  )
}

interface SaveProps extends Pick<PartProps, 'state' | 'reasonId'> {
  readonly part: SavedPart
  readonly hasChanges: boolean
  readonly text?: string
}

function Save({ state, reasonId, part, hasChanges, text }: SaveProps): ReactElement {
  const t = useText(ssoStrings)
  return (
    <div className="latchkey-org-actions">
      <GatedButton
        type="submit"
        action={`save-${part}`}
        kind="primary"
        reasonId={reasonId}
        isBusy={state.status === 'working' && state.part === part}
        isDisabled={state.status === 'working' || !hasChanges}
      >
        {text ?? t('connection.save')}
      </GatedButton>
    </div>
  )
}
