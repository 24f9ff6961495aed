import type { ConfigProblem } from './login.config.ts'

/** For developers, so in no other language: what stands in place of the widget. */
export const configProblemTexts: Readonly<Record<ConfigProblem, string>> = {
  'config.magic_links_and_email_otp': 'Error: Cannot use both EML and Email OTP',
  'config.passkeys_alone': 'Error: Cannot use Passkeys by itself, please add another product to the config.',
  'config.no_product':
    'Error: No product with a screen is in the config. Add emailMagicLinks or otp: oauth, passwords, passkeys and crypto are not yet in the widget.',
  'config.no_otp_method':
    "Error: otpOptions.methods is missing in the config. The product otp needs one or more of 'email', 'sms', 'whatsapp'.",
  'config.unknown_product': 'Error: A product or method in the config is not known.',
}
