import type { ReactElement } from 'react'
import { latinDigits } from '../flow/digits.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Heading } from '../ui/heading.tsx'
import { Tabs } from '../ui/tabs.tsx'
import type { Tab } from './login.config.ts'
import { loginStrings } from './login.strings.ts'
import type { LoginViewProps } from './login-view.ts'

const tabLabels = {
  email_magic_link: 'tab.email',
  email_otp: 'tab.email',
  sms: 'tab.sms',
  whatsapp: 'tab.whatsapp',
} as const satisfies Record<Tab, keyof typeof loginStrings>

const fields = {
  email: { type: 'email', name: 'email', autoComplete: 'email', inputMode: 'email' },
  phone: { type: 'tel', name: 'phone', autoComplete: 'tel', inputMode: 'tel', clean: latinDigits },
} as const

export function MainView(props: LoginViewProps<'main'>): ReactElement {
  const { state, send, plan, styles } = props
  const t = useText(loginStrings)
  const logo = styles.logo?.logoImageUrl
  const form = <Form {...props} key={state.form.tab} />
  return (
    <>
      {logo && (
        <div className="latchkey-logo">
          <img className="latchkey-logo-image" part="logo" src={logo} alt="" />
        </div>
      )}
      {!styles.hideHeaderText && <Heading>{t('main.title')}</Heading>}
      {plan.tabs.length > 1 ? (
        <Tabs
          label={t('main.tabs')}
          tabs={plan.tabs.map((name) => ({ name, label: t(tabLabels[name]) }))}
          selected={state.form.tab}
          onSelect={(tab) => send({ type: 'tab_selected', tab })}
        >
          {form}
        </Tabs>
      ) : (
        form
      )}
    </>
  )
}

function Form({ state, send }: LoginViewProps<'main'>): ReactElement {
  const t = useText(loginStrings)
  const kind = tabLabels[state.form.tab] === 'tab.email' ? 'email' : 'phone'
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
        {...fields[kind]}
        label={t(`${kind}.label`)}
        placeholder={t(`${kind}.placeholder`)}
        value={state.form[kind]}
        failure={state.failure}
        onChange={(value) => send({ type: `${kind}_changed`, value })}
      />
      <Button type="submit" isBusy={state.status === 'sending'}>
        {t('main.continue')}
      </Button>
    </form>
  )
}
