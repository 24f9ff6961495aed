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
import { DiscoveryView } from './views/b2b-discovery.view.tsx'
import { EmailCodeView, LinkSentView, MethodSelectionView } from './views/b2b-email.views.tsx'
import { B2bErrorView, B2bLandingView } from './views/b2b-landing.views.tsx'
import { B2bMainView } from './views/b2b-main.view.tsx'
import {
  EnterPasswordView,
  ForgotPasswordView,
  NewPasswordView,
  PasswordChangedView,
  ResetLinkSentView,
} from './views/b2b-passwords.views.tsx'
import {
  AppCodeView,
  FactorSelectionView,
  ManualKeyView,
  PhoneEnrollmentView,
  QrCodeView,
  RecoveryCodeView,
  SaveCodesView,
  SmsCodeView,
} from './views/b2b-second-factor.views.tsx'

export interface B2bLoginStart {
  readonly config: B2bLoginConfig
  readonly landing: B2bLanding
}

export type B2bLoginWidgetProps = ResolvedProps<B2bClient> & B2bLoginStart

export const b2bLogin: WidgetDefinition<B2bLoginStart, B2bLoginState, B2bLoginEvent, B2bClient> = {
  createActor: ({ config, landing }, deps) => createB2bLoginActor(landing, { ...deps, plan: planB2bLogin(config) }),
  views: {
    main: B2bMainView,
    landing: B2bLandingView,
    error: B2bErrorView,
    logged_in: LoggedInView,
    email_method_selection: MethodSelectionView,
    email_confirmation: LinkSentView,
    email_otp_entry: EmailCodeView,
    password_authenticate: EnterPasswordView,
    password_forgot_form: ForgotPasswordView,
    password_set_new_confirmation: ResetLinkSentView,
    password_reset_form: NewPasswordView,
    password_reset_verify_confirmation: PasswordChangedView,
    discovery: DiscoveryView,
    mfa_enrollment_selection: FactorSelectionView,
    sms_otp_enrollment: PhoneEnrollmentView,
    sms_otp_entry: SmsCodeView,
    totp_enrollment_qr_code: QrCodeView,
    totp_enrollment_manual: ManualKeyView,
    totp_entry: AppCodeView,
    recovery_code_entry: RecoveryCodeView,
    recovery_code_save: SaveCodesView,
  },
  backEvent: (state) => (hasBack(state) ? { type: 'back_clicked' } : undefined),
}

/** The lazily loaded widget. */
export function B2bLoginWidget({ config, landing, ...props }: B2bLoginWidgetProps): ReactElement {
  return <FlowWidget {...props} definition={b2bLogin} start={{ config, landing }} />
}
