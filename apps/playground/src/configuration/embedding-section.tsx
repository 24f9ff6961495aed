import type { ReactElement } from 'react'
import type { SettingsInUse } from '../settings/use-settings.ts'
import { Checkbox } from '../ui/fields.tsx'

export function EmbeddingSection({ settings, change }: Pick<SettingsInUse, 'settings' | 'change'>): ReactElement {
  return (
    <Checkbox
      label="Shadow DOM"
      name="enableShadowDOM"
      value={settings.shadowDom}
      onChange={(shadowDom) => change({ shadowDom })}
      hint="Style sheets of the page do not apply."
    />
  )
}
