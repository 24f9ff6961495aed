import type { ConfigProblem } from './login.config.ts'

/** For developers, so in no other language: what stands in place of the widget. */
export const configProblemTexts: Readonly<Record<ConfigProblem, string>> = {
  'config.magic_links_and_email_otp': 'Error: Cannot use both EML and Email OTP',
  'config.passkeys_alone': 'Error: Cannot use Passkeys by itself, please add another product to the config.',
  'config.no_product':
    'Error: No product is in the config. Add one or more of emailMagicLinks, otp, passwords, oauth, crypto and passkeys.',
  'config.no_otp_method':
    "Error: otpOptions.methods is missing in the config. The product otp needs one or more of 'email', 'sms', 'whatsapp'.",
  'config.no_provider':
    "Error: oauthOptions.providers is missing in the config. The product oauth needs one or more, such as { type: 'google' }.",
  'config.unknown_product': 'Error: A product, method or provider in the config is not known.',
}
