export const phoneStrings = {
  'phone.label': 'Phone number',
  'phone.placeholder': '(123) 456-7890',
  'phone.country': 'Country',
} as const
