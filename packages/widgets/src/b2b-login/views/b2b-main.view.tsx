import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { loginStrings } from '../../login/main/login.strings.ts'
import { subtitleStrings } from '../../login/main/subtitle.strings.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Heading } from '../../ui/heading.tsx'
import { NameBadge } from '../../ui/name-badge.tsx'
import { Pending } from '../../ui/pending.tsx'
import { pictureAddress } from '../../ui/picture-address.ts'
import { Text } from '../../ui/text.tsx'
import { b2bLoginStrings } from '../text/b2b-login.strings.ts'
import { b2bLoginCss } from './b2b-login.css.ts'
import type { B2bViewProps } from './b2b-view.ts'

/** The form of the email address, for an organization or before one is chosen. */
export function B2bMainView({ state, send, styles, bootstrap }: B2bViewProps<'main'>): ReactElement {
  const t = useText({ ...loginStrings, ...subtitleStrings, ...b2bLoginStrings })
  useSheet(b2bLoginCss)
  const { organization, required, status } = state
  if (status === 'loading') return <Pending />
  const logo = pictureAddress(styles.logo?.logoImageUrl)
  const name = organization?.name ?? ''
  const { projectName: project } = bootstrap
  return (
    <>
      {organization ? (
        <div className="latchkey-b2b-head">
          <NameBadge name={name} logo={organization.logoUrl} className="latchkey-b2b-badge" part="organization" />
        </div>
      ) : (
        logo && (
          <div className="latchkey-logo">
            <img className="latchkey-logo-image" part="logo" src={logo} alt="" />
          </div>
        )
      )}
      {!styles.hideHeaderText && (
        <Heading takesFocus={false}>
          {organization ? t('b2b_main.title', { organization: name }) : t('main.title')}
        </Heading>
      )}
      {required && organization ? (
        <Text>{t('b2b_main.next', { organization: name })}</Text>
      ) : (
        styles.title?.subtitle && (
          <p className="latchkey-text">{project ? t('main.subtitle', { project }) : '\u200b'}</p>
        )
      )}
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
        <Button type="submit" isBusy={status === 'sending'}>
          {t('main.continue')}
        </Button>
      </form>
    </>
  )
}
