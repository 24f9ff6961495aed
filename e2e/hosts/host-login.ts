import type { Client } from '@latchkey/client'
import { LatchkeyProvider } from '@latchkey/react'
import { type Callbacks, Login, type LoginConfig, type Strings, type StyleConfig } from '@latchkey/widgets'
import { createElement, type ReactElement, StrictMode } from 'react'

/** How the widget comes onto the page. */
export type Way = 'component' | 'strict' | 'hydrated' | 'mount' | 'element'

/** What a test wants on the page. */
export interface Wanted {
  way?: Way
  config?: LoginConfig
  styles?: StyleConfig
  strings?: Strings
  /** The host application has no client yet. */
  isClientLate?: boolean
  /** What the callbacks throw after they took note. */
  throws?: string
}

/** What of it is the widget's. */
export function propsOf({ config, styles, strings }: Wanted): Pick<Wanted, 'config' | 'styles' | 'strings'> {
  return { ...(config && { config }), ...(styles && { styles }), ...(strings && { strings }) }
}

/** The host application, as far as it is made of React. On a server there is no client. */
export function hostLogin(client: Client | null, wanted: Wanted, callbacks: Callbacks): ReactElement {
  const login = createElement(Login, { ...propsOf(wanted), callbacks })
  const provided = createElement(LatchkeyProvider, { client: wanted.isClientLate ? null : client }, login)
  return wanted.way === 'strict' ? createElement(StrictMode, null, provided) : provided
}
