import type { Client } from '@latchkey/client'
import { LatchkeyProvider } from '@latchkey/react'
import {
  type Callbacks,
  Login,
  type LoginConfig,
  PasskeyRegistration,
  ResetPassword,
  type Strings,
  type StyleConfig,
} from '@latchkey/widgets'
import { createElement, type FunctionComponent, type ReactElement, StrictMode } from 'react'

/** How the widget comes onto the page. */
export type Way = 'component' | 'strict' | 'hydrated' | 'mount' | 'element'

/** The widgets there are, by the name of their element. */
const widgets = {
  login: Login,
  'reset-password': ResetPassword,
  'passkey-registration': PasskeyRegistration,
} as const

/** What a test wants on the page. */
export interface Wanted {
  /** The login widget, where nothing is said. */
  widget?: keyof typeof widgets
  way?: Way
  passwordResetToken?: string
  config?: LoginConfig
  styles?: StyleConfig
  strings?: Strings
  /** The host application has no client yet. */
  isClientLate?: boolean
  /** What the callbacks throw after they took note. */
  throws?: string
}

/** What of it is the widget's. */
export function propsOf(wanted: Wanted): Pick<Wanted, 'config' | 'styles' | 'strings' | 'passwordResetToken'> {
  const { config, styles, strings, passwordResetToken } = wanted
  return {
    ...(config && { config }),
    ...(styles && { styles }),
    ...(strings && { strings }),
    ...(passwordResetToken && { passwordResetToken }),
  }
}

/** The host application, as far as it is made of React. On a server there is no client. */
export function hostLogin(client: Client | null, wanted: Wanted, callbacks: Callbacks): ReactElement {
  const Widget = widgets[wanted.widget ?? 'login'] as FunctionComponent<Record<string, unknown>>
  const login = createElement(Widget, { ...propsOf(wanted), callbacks })
  const provided = createElement(LatchkeyProvider, { client: wanted.isClientLate ? null : client }, login)
  return wanted.way === 'strict' ? createElement(StrictMode, null, provided) : provided
}
