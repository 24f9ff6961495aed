import type { WidgetViewProps } from '../../widget/widget-definition.ts'
import type { OrganizationSettingsConfig } from './settings.config.ts'
import type { SettingsEvent, SettingsField, SettingsState } from './settings.flow.ts'

export type SettingsViewProps = WidgetViewProps<SettingsState, SettingsEvent, OrganizationSettingsConfig>

/** The id of the text that says why a field cannot be changed; undefined if it can be. */
export type ReasonIdOf = (field: SettingsField) => string | undefined
