import type { ReactElement } from 'react'
import { Fragment, useContext } from 'react'
import { useFailureText, useText } from '../../i18n/use-text.ts'
import { loginStrings } from '../../login/main/login.strings.ts'
import { subtitleStrings } from '../../login/main/subtitle.strings.ts'
import { oauthStrings } from '../../methods/oauth/oauth.strings.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Announcement } from '../../ui/announcement.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { choiceCss } from '../../ui/controls/choice.css.ts'
import { Choice } from '../../ui/controls/choice.tsx'
import { ChoicePlaceholders } from '../../ui/controls/choice-placeholders.tsx'
import { choicesCss } from '../../ui/controls/choices.css.ts'
import { Field } from '../../ui/controls/field.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { NameBadge } from '../../ui/name-badge.tsx'
import { Pending } from '../../ui/pending.tsx'
import { pictureAddress } from '../../ui/picture-address.ts'
import { Text } from '../../ui/text.tsx'
import type { MainPart } from '../config/b2b-login.config.ts'
import { planB2bLogin } from '../config/b2b-login.config.ts'
import type { Offer } from '../flow/b2b-offer.ts'
import { offerOf } from '../flow/b2b-offer.ts'
import { b2bLoginStrings } from '../text/b2b-login.strings.ts'
import { b2bLoginCss } from './b2b-login.css.ts'
import type { B2bViewProps } from './b2b-view.ts'
import { OAuthContext } from './oauth-context.ts'
import { SsoIcon } from './sso-icon.tsx'

type MainProps = B2bViewProps<'main'>
type PartProps = MainProps & { readonly offer: Offer }

/** More connections than this are on a screen of their own. */
const maxConnections = 3

/** The ways to sign in, for an organization or before one is chosen. */
export function B2bMainView(props: MainProps): ReactElement {
  const { state, styles, bootstrap, config } = props
  const t = useText({ ...loginStrings, ...subtitleStrings, ...b2bLoginStrings })
  useSheet(choicesCss)
  useSheet(b2bLoginCss)
  const { organization, required, status } = state
  // As high as the form of an organization, so that the page does not move.
  if (status === 'loading')
    return (
      <div className="latchkey-b2b-loading">
        <Pending />
      </div>
    )
  const logo = pictureAddress(styles.logo?.logoImageUrl)
  const name = organization?.name ?? ''
  const { projectName: project } = bootstrap
  const plan = planB2bLogin(config)
  const offer = offerOf(plan, state)
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
      {groupsOf(plan.parts, offer).map((group, at) => (
        <Fragment key={group[0]}>
          {at > 0 && (
            <div className="latchkey-or" part="divider">
              {t('main.or')}
            </div>
          )}
          {group[0] === 'form' ? (
            <AddressForm {...props} offer={offer} />
          ) : (
            <Buttons {...props} {...{ offer, group }} />
          )}
        </Fragment>
      ))}
    </>
  )
}

/** What is offered, in the order of the products; adjacent buttons are one group. */
function groupsOf(order: readonly MainPart[], { emails, sso, providers }: Offer): MainPart[][] {
  const shown: Record<MainPart, boolean> = { form: emails.length > 0, sso, oauth: providers.length > 0 }
  const groups: MainPart[][] = []
  for (const part of new Set<MainPart>([...order, 'form', 'sso', 'oauth'])) {
    if (!shown[part]) continue
    const last = groups.at(-1)
    if (last && part !== 'form' && last[0] !== 'form') last.push(part)
    else groups.push([part])
  }
  return groups
}

/** Links, codes and passwords begin with the same field. */
function AddressForm({ state, send, offer: { emails } }: PartProps): ReactElement {
  const t = useText({ ...loginStrings, ...b2bLoginStrings })
  const isBusy = state.status !== 'editing'
  return (
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
        failure={state.pressed === '' ? state.failure : null}
        onChange={(value) => send({ type: 'email_changed', value })}
      />
      <Button type="submit" isBusy={state.status === 'sending'} isDisabled={isBusy}>
        {t('main.continue')}
      </Button>
      {emails.includes('password') && emails[0] !== 'password' && (
        <div className="latchkey-b2b-links">
          <LinkButton isDisabled={isBusy} onClick={() => send({ type: 'password_clicked' })}>
            {t('b2b_main.password')}
          </LinkButton>
        </div>
      )}
    </form>
  )
}

function Buttons({ group, ...props }: PartProps & { readonly group: readonly MainPart[] }): ReactElement {
  const { state, send, offer } = props
  const t = useText(oauthStrings)
  const OAuthChoices = useContext(OAuthContext)
  const { failure, pressed, status } = state
  const error = useFailureText(pressed === '' ? null : failure)
  useSheet(choiceCss)
  const connection = state.organization?.connections.find(({ id }) => status === 'leaving' && id === pressed)
  return (
    <div className="latchkey-choices" part="choices">
      {group.map((part) => {
        if (part === 'sso') return <SsoChoices key={part} {...props} />
        const { providers } = offer
        return OAuthChoices ? (
          <OAuthChoices key={part} {...{ providers, state, send }} />
        ) : (
          <ChoicePlaceholders key={part} count={providers.length} />
        )
      })}
      <div className="latchkey-error" part="error" role="alert">
        {error}
      </div>
      <Announcement>{connection ? t('oauth.leaving', { provider: connection.name }) : ''}</Announcement>
    </div>
  )
}

/** A button per connection of the organization, or one that finds them. */
function SsoChoices({ state, send }: MainProps): ReactElement {
  const t = useText({ ...oauthStrings, ...b2bLoginStrings })
  const { organization, status, pressed } = state
  const connections = organization?.connections ?? []
  const isDisabled = status !== 'editing'
  if (connections.length === 0 || connections.length > maxConnections)
    return (
      <Choice
        icon={<SsoIcon />}
        isBusy={status === 'leaving' && pressed === 'sso'}
        isDisabled={isDisabled}
        onClick={() => send({ type: 'sso_clicked' })}
      >
        {t('b2b_sso.continue')}
      </Choice>
    )
  return (
    <>
      {connections.map(({ id, name }) => (
        <Choice
          key={id}
          icon={<SsoIcon />}
          isBusy={status === 'leaving' && pressed === id}
          isDisabled={isDisabled}
          onClick={() => send({ type: 'connection_clicked', connectionId: id })}
        >
          {t('oauth.continue', { provider: name })}
        </Choice>
      ))}
    </>
  )
}
