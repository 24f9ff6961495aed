import type { ReactElement } from 'react'
import type { WidgetName } from '../settings/settings.ts'
import type { SettingsInUse } from '../settings/use-settings.ts'
import { Segments } from '../ui/fields.tsx'

/** Short, because four of them are in one row. */
const labels: Readonly<Record<WidgetName, string>> = {
  login: 'Sign-in',
  reset: 'Reset',
  passkeys: 'Passkeys',
  consent: 'Consent',
}

const descriptions: Readonly<Record<WidgetName, readonly [text: string, docs: string]>> = {
  login: ['Signs users up and in, with any of six methods.', 'widgets'],
  reset: ['Sets a new password with a link from an email.', 'widgets#resetting-a-password'],
  passkeys: ['Lets a signed-in user add, rename and delete passkeys.', 'widgets#passkeys'],
  consent: ['Asks a user for consent when another application signs in through the project.', 'identity-provider'],
}

/** Which of the four widgets the preview shows. */
export function WidgetSection({ settings, change }: Pick<SettingsInUse, 'settings' | 'change'>): ReactElement {
  const [text, docs] = descriptions[settings.widget]
  return (
    <div className="widget-section">
      <Segments
        label="Widget"
        isHidden
        value={settings.widget}
        options={labels}
        onChange={(widget) => change({ widget })}
      />
      <p className="section-note">
        {text} <a href={`/docs/${docs}`}>Docs</a>
      </p>
    </div>
  )
}
