import type { OtpMethod } from '@latchkey/contract'
import type { ReactElement } from 'react'
import type { SettingsInUse } from '../settings/use-settings.ts'
import { Checkbox } from '../ui/fields.tsx'
import { MinutesField } from './minutes-field.tsx'

const methodNames: readonly (readonly [OtpMethod, string])[] = [
  ['email', 'By email'],
  ['sms', 'By text message'],
  ['whatsapp', 'By WhatsApp'],
]

export function SignInSection({ settings, change }: Pick<SettingsInUse, 'settings' | 'change'>): ReactElement {
  const { magicLinks, passcodes, methods } = settings
  const toggle = (method: OtpMethod, isOn: boolean): void =>
    change({ methods: isOn ? [...methods, method] : methods.filter((other) => other !== method) })
  return (
    <>
      <fieldset>
        <legend>Products</legend>
        <Checkbox
          label="Magic links"
          name="emailMagicLinks"
          value={magicLinks}
          onChange={(isOn) => change({ magicLinks: isOn })}
        />
        <Checkbox label="Passcodes" name="otp" value={passcodes} onChange={(isOn) => change({ passcodes: isOn })} />
        {passcodes ? (
          <fieldset className="nested">
            <legend className="out-of-sight">Passcode methods</legend>
            {methodNames.map(([method, label]) => (
              <Checkbox
                key={method}
                label={label}
                name={method}
                value={methods.includes(method)}
                onChange={(isOn) => toggle(method, isOn)}
              />
            ))}
          </fieldset>
        ) : null}
      </fieldset>
      {magicLinks && passcodes && methods.includes('email') ? (
        <p className="hint" role="status">
          The widget sends either links or codes by email. Turn off Magic links to send codes.
        </p>
      ) : null}
      <MinutesField value={settings.sessionMinutes} onChange={(sessionMinutes) => change({ sessionMinutes })} />
    </>
  )
}
