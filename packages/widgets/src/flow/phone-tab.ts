import type { OtpMethod } from '@latchkey/contract'

/** Does its form ask for a number? Every other one begins with an e-mail address. */
export function isPhoneTab(tab: string | null): tab is Exclude<OtpMethod, 'email'> {
  return tab === 'sms' || tab === 'whatsapp'
}
