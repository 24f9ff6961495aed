import type { B2bClient } from '@latchkey/client/b2b'
import type { ReactElement } from 'react'
import { FlowWidget } from '../../widget/flow-widget.tsx'
import type { WidgetDefinition } from '../../widget/widget-definition.ts'
import type { ResolvedProps } from '../../widget/widget-root.tsx'
import type { OrganizationSettingsConfig } from './settings.config.ts'
import type { SettingsEvent, SettingsState } from './settings.flow.ts'
import { SettingsView } from './settings.view.tsx'
import { createSettingsActor } from './settings-actor.ts'

export interface SettingsStart {
  readonly config: OrganizationSettingsConfig
}

export type SettingsWidgetProps = ResolvedProps<B2bClient> & SettingsStart

export const settings: WidgetDefinition<SettingsStart, SettingsState, SettingsEvent, B2bClient> = {
  createActor: (_start, deps) => createSettingsActor(deps),
  views: { organization_settings: SettingsView },
}

/** The lazily loaded component. */
export function SettingsWidget({ config, ...props }: SettingsWidgetProps): ReactElement {
  return <FlowWidget {...props} definition={settings} start={{ config }} />
}
