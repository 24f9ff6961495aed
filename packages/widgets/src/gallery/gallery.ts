import { errorExhibits } from './error-exhibits.tsx'
import type { Exhibit } from './exhibit.ts'
import { identityProviderExhibits } from './identity-provider-exhibit.tsx'
import { loginExhibits } from './login-exhibit.tsx'
import { registrationExhibits } from './registration-exhibit.tsx'
import { resetPasswordExhibits } from './reset-password-exhibit.tsx'

export const gallery: readonly Exhibit[] = [
  ...loginExhibits,
  ...errorExhibits,
  ...resetPasswordExhibits,
  ...registrationExhibits,
  ...identityProviderExhibits,
]
