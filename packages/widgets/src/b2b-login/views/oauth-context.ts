import type { Context } from 'react'
import { createContext } from 'react'
import type { OAuthChoices } from './oauth-choices.tsx'

/** The buttons of identity providers; undefined until they are loaded. */
export const OAuthContext: Context<typeof OAuthChoices | undefined> = /* @__PURE__ */ createContext<
  typeof OAuthChoices | undefined
>(undefined)
