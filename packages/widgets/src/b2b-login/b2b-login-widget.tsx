import type { B2bClient } from '@latchkey/client/b2b'
import type { ReactElement } from 'react'
import { LoggedInView } from '../login/logged-in.view.tsx'
import { FlowWidget } from '../widget/flow-widget.tsx'
import type { WidgetDefinition } from '../widget/widget-definition.ts'
import type { ResolvedProps } from '../widget/widget-root.tsx'
import { createB2bLoginActor } from './b2b-login-actor.ts'
import type { B2bLoginConfig } from './config/b2b-login.config.ts'
import { planB2bLogin } from './config/b2b-login.config.ts'
import type { B2bLoginEvent } from './flow/b2b-events.ts'
import type { B2bLanding } from './flow/b2b-login.flow.ts'
import { hasBack } from './flow/b2b-login.flow.ts'
import type { B2bLoginState } from './flow/b2b-state.ts'
import { B2bErrorView, B2bLandingView } from './views/b2b-landing.views.tsx'
import { B2bMainView } from './views/b2b-main.view.tsx'
import { LazyScreen, ScreensProvider } from './views/b2b-screens-context.tsx'
import type { FirstScreens, LaterScreens } from './views/b2b-view.ts'

export interface B2bLoginStart {
  readonly config: B2bLoginConfig
  readonly landing: B2bLanding
}

export type B2bLoginWidgetProps = ResolvedProps<B2bClient> & B2bLoginStart

export const firstScreens: FirstScreens = {
  main: B2bMainView,
  landing: B2bLandingView,
  error: B2bErrorView,
  logged_in: LoggedInView,
}

const lazyScreens: LaterScreens = {
  sso_discovery_email: LazyScreen,
  sso_discovery_fallback: LazyScreen,
  sso_discovery_menu: LazyScreen,
  email_method_selection: LazyScreen,
  email_confirmation: LazyScreen,
  email_otp_entry: LazyScreen,
  password_email: LazyScreen,
  password_authenticate: LazyScreen,
  password_forgot_form: LazyScreen,
  password_set_new_confirmation: LazyScreen,
  password_reset_form: LazyScreen,
  password_reset_verify_confirmation: LazyScreen,
  discovery: LazyScreen,
  mfa_enrollment_selection: LazyScreen,
  sms_otp_enrollment: LazyScreen,
  sms_otp_entry: LazyScreen,
  totp_enrollment_qr_code: LazyScreen,
  totp_enrollment_manual: LazyScreen,
  totp_entry: LazyScreen,
  recovery_code_entry: LazyScreen,
  recovery_code_save: LazyScreen,
}

export const b2bLogin: WidgetDefinition<B2bLoginStart, B2bLoginState, B2bLoginEvent, B2bClient> = {
  createActor: ({ config, landing }, deps) => createB2bLoginActor(landing, { ...deps, plan: planB2bLogin(config) }),
  views: { ...firstScreens, ...lazyScreens },
  backEvent: (state) => (hasBack(state) ? { type: 'back_clicked' } : undefined),
}

/** The widget in a browser. Everything behind Main is loaded while Main is shown. */
export function B2bLoginWidget({ config, landing, ...props }: B2bLoginWidgetProps): ReactElement {
  return (
    <ScreensProvider>
      <FlowWidget {...props} definition={b2bLogin} start={{ config, landing }} />
    </ScreensProvider>
  )
}
