import type { MfaMethod, OrganizationAuthMethod } from '@latchkey/contract/b2b'
import { mfaMethods, organizationAuthMethods } from '@latchkey/contract/b2b'
import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Field } from '../../ui/controls/field.tsx'
import { settingsStrings } from '../text/organization.strings.ts'
import { useFieldFailure } from '../text/use-organization-failure.ts'
import { ChoiceList } from '../ui/choice-list.tsx'
import { companies } from '../ui/companies.ts'
import { GatedButton } from '../ui/gated-button.tsx'
import type { PortalAuthMethod } from './settings.config.ts'
import { isSsoOnly, shownMfaMethods, toggle, toggleMfaMethod } from './settings.flow.ts'
import type { ReasonIdOf, SettingsViewProps } from './settings-view.ts'

interface FieldsProps extends SettingsViewProps {
  readonly reasonIdOf: ReasonIdOf
}

export function Details({ state, send, reasonIdOf }: FieldsProps): ReactElement {
  const t = useText(settingsStrings)
  const { draft, failure } = state
  const ofName = useFieldFailure(failure, 'name_required')
  const ofSlug = useFieldFailure(failure, 'organization_slug_already_used')
  return (
    <div className="latchkey-org-form">
      {reasonIdOf('name') ? (
        <Value label={t('settings.name')} value={draft.name} />
      ) : (
        <Field
          type="text"
          name="organization"
          autoComplete="off"
          label={t('settings.name')}
          value={draft.name}
          failure={ofName}
          onChange={(name) => send({ type: 'changed', values: { name } })}
        />
      )}
      {reasonIdOf('slug') ? (
        <Value label={t('settings.slug')} value={draft.slug} />
      ) : (
        <Field
          type="text"
          name="slug"
          autoComplete="off"
          label={t('settings.slug')}
          value={draft.slug}
          failure={ofSlug}
          onChange={(slug) => send({ type: 'changed', values: { slug } })}
        />
      )}
    </div>
  )
}

/** A text that the member may not change. */
function Value({ label, value }: { readonly label: string; readonly value: string }): ReactElement {
  return (
    <div className="latchkey-settings-pair">
      <div className="latchkey-label">{label}</div>
      <div className="latchkey-settings-value">{value}</div>
    </div>
  )
}

export function Joining(props: FieldsProps): ReactElement {
  const { state, send, reasonIdOf } = props
  const t = useText(settingsStrings)
  const { draft, status } = state
  const isDisabled = status === 'saving'
  const jit = [
    { value: 'NOT_ALLOWED', name: t('settings.jit_not_allowed') },
    { value: 'RESTRICTED', name: t('settings.jit_restricted') },
  ] as const
  const invites = [
    { value: 'ALL_ALLOWED', name: t('settings.invites_all') },
    { value: 'RESTRICTED', name: t('settings.invites_restricted') },
    { value: 'NOT_ALLOWED', name: t('settings.invites_not_allowed') },
  ] as const
  return (
    <>
      <Domains {...props} />
      <ChoiceList
        type="radio"
        label={t('settings.email_jit')}
        options={jit}
        chosen={[draft.emailJit === 'NOT_ALLOWED' ? 'NOT_ALLOWED' : 'RESTRICTED']}
        reasonId={reasonIdOf('emailJit')}
        isDisabled={isDisabled}
        onChoose={(emailJit) => send({ type: 'changed', values: { emailJit } })}
      />
      <ChoiceList
        type="radio"
        label={t('settings.invites')}
        options={invites}
        chosen={[draft.invites]}
        reasonId={reasonIdOf('invites')}
        isDisabled={isDisabled}
        onChoose={(value) => send({ type: 'changed', values: { invites: value } })}
      />
    </>
  )
}

/** What the provider, or the form, says about a domain. */
const ofDomains = 'invalid_domain organization_settings_domain_too_common organization_settings_disposable_domain'

function Domains({ state, send, reasonIdOf }: FieldsProps): ReactElement {
  const t = useText(settingsStrings)
  const reasonId = reasonIdOf('domains')
  const isDisabled = reasonId !== undefined || state.status === 'saving'
  const { domains } = state.draft
  const failure = useFieldFailure(state.failure, ofDomains)
  return (
    <>
      <div className="latchkey-label">{t('settings.domains')}</div>
      {domains.length === 0 ? (
        <p className="latchkey-org-quiet">{t('settings.no_domains')}</p>
      ) : (
        <ul className="latchkey-settings-domains" part="domains">
          {domains.map((domain) => (
            <li key={domain} className="latchkey-settings-domain">
              <bdi className="latchkey-settings-domain-name">{domain}</bdi>
              <button
                type="button"
                className="latchkey-settings-remove"
                part="icon-button"
                aria-label={t('settings.remove_domain', { domain })}
                aria-disabled={isDisabled}
                aria-describedby={reasonId}
                onClick={isDisabled ? undefined : () => send({ type: 'domain_removed', domain })}
              >
                <svg className="latchkey-icon" viewBox="0 0 20 20" aria-hidden="true">
                  <path d="m5 5 10 10M15 5 5 15" />
                </svg>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="latchkey-org-reason">{t('settings.proof')}</p>
      {!reasonId && (
        <div className="latchkey-settings-add">
          <div className="latchkey-settings-add-field">
            <Field
              type="text"
              name="domain"
              autoComplete="off"
              inputMode="url"
              label={t('settings.new_domain')}
              value={state.newDomain}
              failure={failure}
              onChange={(value) => send({ type: 'domain_typed', value })}
            />
          </div>
          <GatedButton action="add-domain" isDisabled={isDisabled} onClick={() => send({ type: 'domain_added' })}>
            {t('settings.add_domain')}
          </GatedButton>
        </div>
      )}
    </>
  )
}

const portalNames: Readonly<Record<PortalAuthMethod, OrganizationAuthMethod>> = {
  emailMagicLinks: 'magic_link',
  emailOtp: 'email_otp',
  sso: 'sso',
  password: 'password',
  oauthGoogle: 'google_oauth',
  oauthMicrosoft: 'microsoft_oauth',
  oauthHubspot: 'hubspot_oauth',
  oauthSlack: 'slack_oauth',
  oauthGithub: 'github_oauth',
}

export function Methods({ state, send, config, reasonIdOf }: FieldsProps): ReactElement {
  const t = useText(settingsStrings)
  const { draft, stored, status } = state
  const isDisabled = status === 'saving'
  const offered = config.allowedAuthMethods?.map((name) => portalNames[name]) ?? organizationAuthMethods
  const shown = organizationAuthMethods.filter(
    (method) => offered.includes(method) || (stored.isRestricted && stored.methods.includes(method)),
  )
  const nameOf = (method: OrganizationAuthMethod): string => {
    const company = companies[method]
    return company ?? t(`settings.${method as 'sso'}`)
  }
  return (
    <>
      <ChoiceList
        type="radio"
        label={t('settings.allowed_methods')}
        options={[
          { value: 'all', name: t('settings.methods_all') },
          { value: 'restricted', name: t('settings.methods_restricted') },
        ]}
        chosen={[draft.isRestricted ? 'restricted' : 'all']}
        reasonId={reasonIdOf('methods')}
        isDisabled={isDisabled}
        onChoose={(value) => {
          const isRestricted = value === 'restricted'
          // The choice begins with what can be chosen here.
          const methods = isRestricted && !stored.isRestricted ? shown : stored.methods
          send({ type: 'changed', values: { isRestricted, methods } })
        }}
      />
      {draft.isRestricted && (
        <ChoiceList
          type="checkbox"
          label={t('settings.methods_restricted')}
          options={shown.map((method) => ({ value: method, name: nameOf(method) }))}
          chosen={draft.methods}
          reasonId={reasonIdOf('methods')}
          isDisabled={isDisabled}
          onChoose={(method) => send({ type: 'changed', values: { methods: toggle(draft.methods, method) } })}
        />
      )}
      {isSsoOnly(draft) && (
        <div className="latchkey-settings-warning" part="warning" role="status">
          <p className="latchkey-settings-condition-title">{t('settings.sso_only')}</p>
          <ul className="latchkey-settings-conditions">
            <li className="latchkey-settings-condition">{t('settings.sso_only_test')}</li>
            <li className="latchkey-settings-condition">{t('settings.sso_only_member')}</li>
          </ul>
        </div>
      )}
    </>
  )
}

export function SecondStep({ state, send, config, reasonIdOf }: FieldsProps): ReactElement {
  const t = useText(settingsStrings)
  const { draft, status } = state
  const isDisabled = status === 'saving'
  const names: Readonly<Record<MfaMethod, 'smsOtp' | 'totp'>> = { sms_otp: 'smsOtp', totp: 'totp' }
  const offered = mfaMethods.filter((method) => config.allowedMfaAuthMethods?.includes(names[method]) ?? true)
  const shown = shownMfaMethods(state, offered)
  return (
    <>
      <ChoiceList
        type="radio"
        label={t('settings.second_step')}
        options={[
          { value: 'OPTIONAL', name: t('settings.mfa_optional') },
          { value: 'REQUIRED_FOR_ALL', name: t('settings.mfa_required'), text: t('settings.mfa_text') },
        ]}
        chosen={[draft.mfaPolicy]}
        reasonId={reasonIdOf('mfaPolicy')}
        isDisabled={isDisabled}
        onChoose={(mfaPolicy) => send({ type: 'changed', values: { mfaPolicy } })}
      />
      <ChoiceList
        type="checkbox"
        label={t('settings.mfa_methods')}
        options={shown.map((method) => ({ value: method, name: t(`settings.${method}`) }))}
        chosen={draft.mfaMethods.filter((method) => shown.includes(method))}
        reasonId={reasonIdOf('mfaMethods')}
        isDisabled={isDisabled}
        onChoose={(method) => send({ type: 'changed', values: toggleMfaMethod(state, offered, method) })}
      />
    </>
  )
}
