import type { LoginMethod } from '../../login/login-method.ts'
import { phoneRunners } from './phone.effects.ts'

/** In one chunk: a page with a phone form needs the countries at once, and the method soon. */
export { countriesIn, languageAround } from './countries.ts'

/** Its form is on Main. Its screens are those of passcodes. */
export const method: LoginMethod = { views: {}, runners: phoneRunners }
