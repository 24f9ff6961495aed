import type { LoginMethod } from '../../login/login-method.ts'
import { OtpAuthenticateView } from './otp-authenticate.view.tsx'
import { OtpConfirmationView } from './otp-confirmation.view.tsx'
import { otpRunners } from './otps.effects.ts'

export const method: LoginMethod = {
  views: { otp_authenticate: OtpAuthenticateView, otp_confirmation: OtpConfirmationView },
  runners: otpRunners,
}
