import { PasswordConfirmationView } from './password-confirmation.view.tsx'
import { PasswordCreateOrLoginView } from './password-create-or-login.view.tsx'
import { PasswordMailView } from './password-mail.view.tsx'

/** In one chunk, so that a started sign-in can be finished. */
export const passwordViews: {
  password_create_or_login: typeof PasswordCreateOrLoginView
  password_forgot: typeof PasswordMailView
  password_breached: typeof PasswordMailView
  password_dedupe: typeof PasswordMailView
  password_set_new: typeof PasswordMailView
  password_confirmation: typeof PasswordConfirmationView
} = {
  password_create_or_login: PasswordCreateOrLoginView,
  password_forgot: PasswordMailView,
  password_breached: PasswordMailView,
  password_dedupe: PasswordMailView,
  password_set_new: PasswordMailView,
  password_confirmation: PasswordConfirmationView,
}
