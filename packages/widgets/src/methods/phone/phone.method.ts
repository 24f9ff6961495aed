import type { LoginMethod } from '../../login/login-method.ts'
import { phoneRunners } from './phone.effects.ts'

/** Its form is on Main; the screens behind it are those of passcodes. */
export const phoneMethod: LoginMethod = { views: {}, runners: phoneRunners }
