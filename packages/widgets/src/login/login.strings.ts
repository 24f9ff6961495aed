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
  'phone.label': 'Phone number',
  'phone.placeholder': '(123) 456-7890',
  'phone.country': 'Country',
} as const
