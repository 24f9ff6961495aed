import { OtpAuthenticateView } from './otp-authenticate.view.tsx'
import { OtpConfirmationView } from './otp-confirmation.view.tsx'

/** They come together: who has begun can finish. */
export const otpViews: {
  otp_authenticate: typeof OtpAuthenticateView
  otp_confirmation: typeof OtpConfirmationView
} = { otp_authenticate: OtpAuthenticateView, otp_confirmation: OtpConfirmationView }
