import type { ReactElement } from 'react'
import { useFailureText, useText } from '../../i18n/use-text.ts'
import { loginStrings } from '../../login/main/login.strings.ts'
import { oauthStrings } from '../../methods/oauth/oauth.strings.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Announcement } from '../../ui/announcement.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { choiceCss } from '../../ui/controls/choice.css.ts'
import { Choice } from '../../ui/controls/choice.tsx'
import { choicesCss } from '../../ui/controls/choices.css.ts'
import { Field } from '../../ui/controls/field.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Text } from '../../ui/text.tsx'
import { b2bLoginStrings } from '../text/b2b-login.strings.ts'
import type { B2bViewProps } from './b2b-view.ts'
import { SsoIcon } from './sso-icon.tsx'

/** Finds the connections by the domain of the address. */
export function SsoEmailView({ state, send }: B2bViewProps<'sso_discovery_email'>): ReactElement {
  const t = useText({ ...loginStrings, ...b2bLoginStrings })
  return (
    <>
      <Heading takesFocus={false}>{t('b2b_sso.email_title')}</Heading>
      <Text>{t('b2b_sso.email_text')}</Text>
      <form
        className="latchkey-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send({ type: 'submitted' })
        }}
      >
        <Field
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          label={t('email.label')}
          placeholder={t('email.placeholder')}
          value={state.email}
          failure={state.failure}
          onChange={(value) => send({ type: 'email_changed', value })}
        />
        <Button type="submit" isBusy={state.status === 'sending'}>
          {t('main.continue')}
        </Button>
      </form>
    </>
  )
}

/** Finds the connections by the slug of the organization. */
export function SsoFallbackView({ state, send }: B2bViewProps<'sso_discovery_fallback'>): ReactElement {
  const t = useText({ ...loginStrings, ...b2bLoginStrings })
  const { email, failure } = state
  const texts: Readonly<Record<string, string>> = {
    organization_not_found: t('b2b_sso.unknown'),
    no_sso_connection_exists_for_organization: t('b2b_sso.none'),
  }
  const text = texts[failure?.error_type ?? '']
  return (
    <>
      <Heading takesFocus={false}>{t('b2b_sso.slug_title')}</Heading>
      <Text strong={email}>{t('b2b_sso.slug_text', { email })}</Text>
      <form
        className="latchkey-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send({ type: 'submitted' })
        }}
      >
        <Field
          type="text"
          name="organization"
          autoComplete="organization"
          label={t('b2b_sso.slug')}
          placeholder="acme"
          value={state.slug}
          failure={failure && text ? { ...failure, error_message: text } : failure}
          onChange={(value) => send({ type: 'slug_changed', value })}
        />
        <Button type="submit" isBusy={state.status === 'sending'}>
          {t('main.continue')}
        </Button>
      </form>
    </>
  )
}

/** The connections of the organization. */
export function SsoMenuView({ state, send }: B2bViewProps<'sso_discovery_menu'>): ReactElement {
  const t = useText({ ...oauthStrings, ...b2bLoginStrings })
  const error = useFailureText(state.failure)
  useSheet(choicesCss)
  useSheet(choiceCss)
  const { connections, status, pressed } = state
  const isLeaving = status === 'leaving'
  const chosen = connections.find(({ id }) => isLeaving && id === pressed)
  return (
    <>
      <Heading>{t('b2b_sso.menu_title')}</Heading>
      <Text>{t('b2b_sso.menu_text')}</Text>
      <div className="latchkey-choices" part="choices">
        {connections.map(({ id, name }) => (
          <Choice
            key={id}
            icon={<SsoIcon />}
            isBusy={id === chosen?.id}
            isDisabled={isLeaving}
            onClick={() => send({ type: 'connection_clicked', connectionId: id })}
          >
            {t('oauth.continue', { provider: name })}
          </Choice>
        ))}
        <div className="latchkey-error" part="error" role="alert">
          {error}
        </div>
      </div>
      <Announcement>{chosen ? t('oauth.leaving', { provider: chosen.name }) : ''}</Announcement>
    </>
  )
}
