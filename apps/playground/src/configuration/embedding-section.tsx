import type { ReactElement } from 'react'
import type { SettingsInUse } from '../settings/use-settings.ts'
import { Checkbox } from '../ui/fields.tsx'
import { MinutesField } from './minutes-field.tsx'

export function EmbeddingSection({ settings, change }: Pick<SettingsInUse, 'settings' | 'change'>): ReactElement {
  return (
    <>
      <MinutesField value={settings.sessionMinutes} onChange={(sessionMinutes) => change({ sessionMinutes })} />
      <Checkbox
        label="Shadow DOM"
        name="enableShadowDOM"
        value={settings.shadowDom}
        onChange={(shadowDom) => change({ shadowDom })}
        hint="Style sheets of the page do not apply."
      />
    </>
  )
}
