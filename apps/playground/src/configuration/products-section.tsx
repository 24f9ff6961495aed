import type { OtpMethod } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { productOrder, withMethod, withProduct } from '../settings/settings.ts'
import type { SettingsInUse } from '../settings/use-settings.ts'
import { Checkbox, Feature } from '../ui/fields.tsx'
import { ProvidersField } from './providers-field.tsx'

const methodNames: readonly (readonly [OtpMethod, string])[] = [
  ['email', 'By email'],
  ['sms', 'By text message'],
  ['whatsapp', 'By WhatsApp'],
]

/** The sign-in methods of the login widget and their options. */
export function ProductsSection({ settings, change }: Pick<SettingsInUse, 'settings' | 'change'>): ReactElement {
  const { products, methods } = settings
  const has = (product: (typeof productOrder)[number]): boolean => products.includes(product)
  const toggle = (product: (typeof productOrder)[number]) => (isOn: boolean) =>
    change(withProduct(settings, product, isOn))
  return (
    <>
      <Feature
        label="Magic links"
        name="emailMagicLinks"
        description="A link in an email"
        value={has('emailMagicLinks')}
        onChange={toggle('emailMagicLinks')}
      />
      <Feature
        label="Passcodes"
        name="otp"
        description="Six digits in a message"
        value={has('otp')}
        onChange={toggle('otp')}
      >
        {methodNames.map(([method, label]) => (
          <Checkbox
            key={method}
            label={label}
            name={method}
            value={methods.includes(method)}
            onChange={(isOn) => change(withMethod(settings, method, isOn))}
            hint={method === 'email' ? 'Turns off magic links: an email has either a code or a link.' : undefined}
          />
        ))}
      </Feature>
      <Feature
        label="Passwords"
        name="passwords"
        description="With strength check and reset"
        value={has('passwords')}
        onChange={toggle('passwords')}
      />
      <Feature
        label="Identity providers"
        name="oauth"
        description="19, each with a fake here"
        value={has('oauth')}
        onChange={toggle('oauth')}
      >
        <ProvidersField settings={settings} change={change} />
      </Feature>
      <Feature
        label="Passkeys"
        name="passkeys"
        description="In autofill, or a button"
        value={has('passkeys')}
        onChange={toggle('passkeys')}
      >
        <Checkbox
          label="Offer after a password"
          name="offerPasskey"
          value={settings.offerPasskey}
          onChange={(offerPasskey) => change({ offerPasskey })}
        />
      </Feature>
      <Feature
        label="Wallets"
        name="crypto"
        description="Yours and two fake wallets"
        value={has('crypto')}
        onChange={toggle('crypto')}
      />
      <div className="section-options">
        <Checkbox
          label="Buttons above the form"
          value={settings.buttonsFirst}
          onChange={(buttonsFirst) => change({ buttonsFirst })}
        />
        <Checkbox
          label="Mark the last used method"
          name="showLastUsed"
          value={settings.showLastUsed}
          onChange={(showLastUsed) => change({ showLastUsed })}
        />
        <button type="button" className="chip-button" onClick={() => change({ products: productOrder })}>
          Turn all on
        </button>
      </div>
    </>
  )
}
