export const editAddressStrings = {
  'address.edit': 'Edit',
} as const
