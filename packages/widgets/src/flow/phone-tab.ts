import type { OtpMethod } from '@latchkey/contract'

/** True if the form of this tab asks for a phone number. All others ask for an email address. */
export function isPhoneTab(tab: string | null): tab is Exclude<OtpMethod, 'email'> {
  return tab === 'sms' || tab === 'whatsapp'
}
