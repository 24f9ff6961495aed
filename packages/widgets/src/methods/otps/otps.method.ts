import type { LoginMethod } from '../../login/login-method.ts'
import { otpRunners } from './otps.effects.ts'
import { otpViews } from './otps.views.ts'

export const method: LoginMethod = { views: otpViews, runners: otpRunners }
