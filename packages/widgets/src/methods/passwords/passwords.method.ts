import type { LoginMethod } from '../../login/login-method.ts'
import { passwordRunners } from './passwords.effects.ts'
import { passwordViews } from './passwords.views.ts'

export const method: LoginMethod = { views: passwordViews, runners: passwordRunners }
