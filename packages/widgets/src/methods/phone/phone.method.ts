import type { LoginMethod } from '../../login/login-method.ts'
import { phoneRunners } from './phone.effects.ts'

/** Loaded together: a page that asks for numbers needs the countries at once, and the method soon. */
export { countriesIn, languageAround } from './countries.ts'

/** Its form is on Main; the screens behind it are those of passcodes. */
export const phoneMethod: LoginMethod = { views: {}, runners: phoneRunners }
