import type { LoginMethod } from '../../login/login-method.ts'
import { EmailConfirmationView } from './email-confirmation.view.tsx'
import { magicLinkRunners } from './magic-links.effects.ts'

export const method: LoginMethod = {
  views: { email_confirmation: EmailConfirmationView },
  runners: magicLinkRunners,
}
