import type { Channel } from '../delivery/delivery.ts'
import type { MethodSetting } from '../methods/methods.ts'
import type { OneTimePurpose } from '../storage/records.ts'

/** What differs between the three channels of a passcode. */
export const channels: Record<Channel, { purpose: OneTimePurpose; setting: MethodSetting }> = {
  email: { purpose: 'otp_email', setting: 'otpEmail' },
  sms: { purpose: 'otp_sms', setting: 'otpSms' },
  whatsapp: { purpose: 'otp_whatsapp', setting: 'otpWhatsapp' },
}

export const passcodePurposes: readonly OneTimePurpose[] = ['otp_email', 'otp_sms', 'otp_whatsapp']

/** The channel that a stored passcode was sent on. */
export function channelOf(purpose: OneTimePurpose): Channel {
  return purpose === 'otp_email' ? 'email' : purpose === 'otp_sms' ? 'sms' : 'whatsapp'
}
