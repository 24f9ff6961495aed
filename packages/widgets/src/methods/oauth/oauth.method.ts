import type { LoginMethod } from '../../login/login-method.ts'
import { oauthRunners } from './oauth.effects.ts'

/** Its buttons are on Main, and its screens are the providers'. */
export const oauthMethod: LoginMethod = { views: {}, runners: oauthRunners }
