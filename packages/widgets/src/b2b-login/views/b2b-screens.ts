import { LoggedInView } from '../../login/logged-in.view.tsx'
import { DiscoveryView } from './b2b-discovery.view.tsx'
import { EmailCodeView, LinkSentView, MethodSelectionView } from './b2b-email.views.tsx'
import { B2bErrorView, B2bLandingView } from './b2b-landing.views.tsx'
import {
  EnterPasswordView,
  ForgotPasswordView,
  NewPasswordView,
  PasswordChangedView,
  ResetLinkSentView,
} from './b2b-passwords.views.tsx'
import {
  AppCodeView,
  FactorSelectionView,
  ManualKeyView,
  PhoneEnrollmentView,
  QrCodeView,
  RecoveryCodeView,
  SaveCodesView,
  SmsCodeView,
} from './b2b-second-factor.views.tsx'
import { SsoEmailView, SsoFallbackView, SsoMenuView } from './b2b-sso.views.tsx'
import type { LaterScreens } from './b2b-view.ts'

/** All screens but Main, which is loaded first. */
export const screens: LaterScreens = {
  landing: B2bLandingView,
  error: B2bErrorView,
  logged_in: LoggedInView,
  sso_discovery_email: SsoEmailView,
  sso_discovery_fallback: SsoFallbackView,
  sso_discovery_menu: SsoMenuView,
  email_method_selection: MethodSelectionView,
  email_confirmation: LinkSentView,
  email_otp_entry: EmailCodeView,
  password_email: EnterPasswordView,
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
}
