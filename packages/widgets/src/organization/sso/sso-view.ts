import type { WidgetViewProps } from '../../widget/widget-definition.ts'
import type { SsoSetupConfig } from './sso.config.ts'
import type { SsoEvent, SsoState } from './sso-state.flow.ts'

/** The props of the view of a screen. */
export type SsoViewProps<Name extends SsoState['screen']> = WidgetViewProps<
  Extract<SsoState, { readonly screen: Name }>,
  SsoEvent,
  SsoSetupConfig
>
