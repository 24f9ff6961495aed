import { OtpAuthenticateView } from './otp-authenticate.view.tsx'
import { OtpConfirmationView } from './otp-confirmation.view.tsx'

/** In one chunk, so that a started sign-in can be finished. */
export const otpViews: {
  otp_authenticate: typeof OtpAuthenticateView
  otp_confirmation: typeof OtpConfirmationView
} = { otp_authenticate: OtpAuthenticateView, otp_confirmation: OtpConfirmationView }
