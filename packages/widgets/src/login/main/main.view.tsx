import type { ReactElement } from 'react'
import { Fragment } from 'react'
import type { Tab } from '../../config/login.config.ts'
import { isPhoneTab } from '../../flow/phone-tab.ts'
import { useText } from '../../i18n/use-text.ts'
import { PhoneField } from '../../methods/phone/phone-field.tsx'
import { useSheet } from '../../theme/sheets.ts'
import { Button } from '../../ui/controls/button.tsx'
import { choicesCss } from '../../ui/controls/choices.css.ts'
import { Field } from '../../ui/controls/field.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { Heading } from '../../ui/heading.tsx'
import { pictureAddress } from '../../ui/picture-address.ts'
import type { LoginViewProps } from '../login-method.ts'
import { loginStrings } from './login.strings.ts'
import { MainButtons } from './main-buttons.tsx'
import { visibleButtons } from './visible-buttons.ts'

type MainProps = LoginViewProps<'main'>

export function MainView(props: MainProps): ReactElement {
  const { plan, styles, slots } = props
  const t = useText(loginStrings)
  const logo = pictureAddress(styles.logo?.logoImageUrl)
  const groups = plan.groups.filter((group) => group === 'form' || visibleButtons(props).length > 0)
  useSheet(choicesCss)
  return (
    <>
      {logo && (
        <div className="latchkey-logo">
          <img className="latchkey-logo-image" part="logo" src={logo} alt="" />
        </div>
      )}
      {!styles.hideHeaderText && (
        <>
          <Heading>{t('main.title')}</Heading>
          {/* Its height is reserved until the name of the project is known. */}
          {styles.title?.subtitle && (
            <p className="latchkey-text">
              {slots?.subtitle && <slots.subtitle {...props} />}
              {'\u200b'}
            </p>
          )}
        </>
      )}
      {slots?.warning && <slots.warning {...props} />}
      {groups.map((group, at) => {
        const View = group === 'form' ? Forms : MainButtons
        return (
          <Fragment key={group}>
            {at > 0 && (
              <div className="latchkey-or" part="divider">
                {t('main.or')}
              </div>
            )}
            <View {...props} />
          </Fragment>
        )
      })}
    </>
  )
}

/** One form, or a tab for each. */
function Forms(props: MainProps): ReactElement {
  const { state, send, plan, slots } = props
  const t = useText(loginStrings)
  const form = <Form key={state.form.tab} {...props} />
  if (plan.tabs.length < 2 || !state.form.tab) return form
  return (
    <Tabs
      label={t('main.tabs')}
      tabs={plan.tabs.map((name) => ({
        name,
        label: t(isPhoneTab(name) ? `tab.${name}` : 'tab.email'),
        badge: slots?.lastUsed && <slots.lastUsed method={name} />,
      }))}
      selected={state.form.tab}
      onSelect={(tab) => send({ type: 'tab_selected', tab })}
    >
      {form}
    </Tabs>
  )
}

/** The `autocomplete` value: a username for passwords and passkeys, otherwise an email address or a phone number. */
function fillOf(tab: Tab | null, { buttons }: MainProps['plan']): string {
  const hasPasskeys = buttons.includes('passkeys')
  const address = hasPasskeys || tab === 'email_password' ? 'username' : 'email'
  return (isPhoneTab(tab) ? 'tel' : address) + (hasPasskeys ? ' webauthn' : '')
}

function Form({ state, send, plan, slots }: MainProps): ReactElement {
  const t = useText(loginStrings)
  const { tab, email, phone, country } = state.form
  const isBusy = state.status !== 'editing'
  const isByForm = state.pressed === 'form'
  const failure = isByForm ? state.failure : null
  return (
    <form
      className="latchkey-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send({ type: 'submitted' })
      }}
    >
      {isPhoneTab(tab) ? (
        <PhoneField
          value={phone}
          country={country}
          fill={fillOf(tab, plan)}
          failure={failure}
          onChange={(value, to) => send({ type: 'phone_changed', value, country: to })}
        />
      ) : (
        <Field
          type="email"
          name="email"
          autoComplete={fillOf(tab, plan)}
          inputMode="email"
          label={t('email.label')}
          placeholder={t('email.placeholder')}
          value={email}
          failure={failure}
          onChange={(value) => send({ type: 'email_changed', value })}
        />
      )}
      <Button type="submit" isBusy={isBusy && isByForm} isDisabled={isBusy}>
        {t('main.continue')}
        {slots?.lastUsed && tab && plan.tabs.length === 1 && <slots.lastUsed method={tab} />}
      </Button>
    </form>
  )
}
