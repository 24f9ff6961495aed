export const loginStrings = {
  'main.title': 'Sign up or log in',
  'main.continue': 'Continue',
  'main.tabs': 'Ways to sign in',
  'main.or': 'or',
  'tab.email': 'Email',
  'tab.sms': 'Text',
  'tab.whatsapp': 'WhatsApp',
  'email.label': 'Email',
  'email.placeholder': 'example@email.com',
} as const
