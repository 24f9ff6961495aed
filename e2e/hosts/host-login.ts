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

/** How a host page adds the widget. */
export type Embedding = 'component' | 'strict' | 'hydrated' | 'mount' | 'element'

/** All widgets, by the name of their element. */
const widgets = {
  login: Login,
  'reset-password': ResetPassword,
  'passkey-registration': PasskeyRegistration,
  'identity-provider': IdentityProvider,
} as const

/** The widget and its options. */
export interface ShowOptions {
  /** @default the login widget */
  widget?: keyof typeof widgets
  embedding?: Embedding
  passwordResetToken?: string
  /** The consent manifest of the host page. A string is thrown as an error. */
  manifest?: unknown
  config?: LoginConfig
  styles?: StyleConfig
  strings?: Strings
  /** The host application has no client yet. */
  isClientLate?: boolean
  /** The callbacks throw this error after they recorded the event. */
  throws?: string
}

/** The props of the widget. */
export function propsOf(wanted: ShowOptions): Pick<
  ShowOptions,
  'config' | 'styles' | 'strings' | 'passwordResetToken'
> & {
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

/** The React tree of the host application. A server has no client. */
export function hostLogin(client: Client | null, wanted: ShowOptions, callbacks: Callbacks): ReactElement {
  const Widget = widgets[wanted.widget ?? 'login'] as FunctionComponent<Record<string, unknown>>
  const login = createElement(Widget, { ...propsOf(wanted), callbacks })
  const provided = createElement(LatchkeyProvider, { client: wanted.isClientLate ? null : client }, login)
  return wanted.embedding === 'strict' ? createElement(StrictMode, null, provided) : provided
}
