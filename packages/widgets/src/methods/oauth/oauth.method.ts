import type { LoginMethod } from '../../login/login-method.ts'
import { oauthRunners } from './oauth.effects.ts'

/** Its buttons are on Main. It has no screens: the providers show theirs. */
export const method: LoginMethod = { views: {}, runners: oauthRunners }
