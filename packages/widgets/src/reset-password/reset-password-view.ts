import type { WidgetViewProps } from '../widget/widget-definition.ts'
import type { ResetPasswordConfig } from './reset-password.config.ts'
import type { ResetPasswordEvent, ResetPasswordScreen, ResetPasswordStateOf } from './reset-password.flow.ts'

export type ResetPasswordViewProps<Name extends ResetPasswordScreen> = WidgetViewProps<
  ResetPasswordStateOf<Name>,
  ResetPasswordEvent,
  ResetPasswordConfig
>
