import { errorItems } from './error-items.tsx'
import type { GalleryItem } from './gallery-item.ts'
import { identityProviderItems } from './identity-provider-items.tsx'
import { loginItems } from './login-items.tsx'
import { registrationItems } from './registration-items.tsx'
import { resetPasswordItems } from './reset-password-items.tsx'

export const gallery: readonly GalleryItem[] = [
  ...loginItems,
  ...errorItems,
  ...resetPasswordItems,
  ...registrationItems,
  ...identityProviderItems,
]
