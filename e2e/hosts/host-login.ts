import type { Client } from '@latchkey/client'
import { LatchkeyProvider } from '@latchkey/react'
import {
  type Callbacks,
  type GetConsentManifest,
  IdentityProvider,
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
  'identity-provider': IdentityProvider,
} as const

/** What a test wants on the page. */
export interface Wanted {
  /** @default the login widget */
  widget?: keyof typeof widgets
  way?: Way
  passwordResetToken?: string
  /** What the host page's own words for a consent are; it throws where they are an error's. */
  manifest?: unknown
  config?: LoginConfig
  styles?: StyleConfig
  strings?: Strings
  /** The host application has no client yet. */
  isClientLate?: boolean
  /** What the callbacks throw after they took note. */
  throws?: string
}

/** What of it is the widget's. */
export function propsOf(wanted: Wanted): Pick<Wanted, 'config' | 'styles' | 'strings' | 'passwordResetToken'> & {
  getIDPConsentManifest?: GetConsentManifest
} {
  const { config, styles, strings, passwordResetToken, manifest } = wanted
  return {
    ...(manifest !== undefined && { getIDPConsentManifest: async () => manifestOf(manifest) }),
    ...(config && { config }),
    ...(styles && { styles }),
    ...(strings && { strings }),
    ...(passwordResetToken && { passwordResetToken }),
  }
}

function manifestOf(manifest: unknown): ReturnType<GetConsentManifest> {
  if (typeof manifest === 'string') throw new Error(manifest)
  return manifest as ReturnType<GetConsentManifest>
}

/** The host application, as far as it is made of React. On a server there is no client. */
export function hostLogin(client: Client | null, wanted: Wanted, callbacks: Callbacks): ReactElement {
  const Widget = widgets[wanted.widget ?? 'login'] as FunctionComponent<Record<string, unknown>>
  const login = createElement(Widget, { ...propsOf(wanted), callbacks })
  const provided = createElement(LatchkeyProvider, { client: wanted.isClientLate ? null : client }, login)
  return wanted.way === 'strict' ? createElement(StrictMode, null, provided) : provided
}
