import type { Client } from '@latchkey/client'
import type { IdentityProviderProps, LoginProps, PasskeyRegistrationProps, ResetPasswordProps } from '@latchkey/widgets'
import { IdentityProvider, Login, PasskeyRegistration, ResetPassword } from '@latchkey/widgets'
import type { ReactElement } from 'react'
import { createWidgetRoot, whenRemoved } from './widget-root.ts'

/** Where a widget goes: a CSS selector, or the element itself. */
export type MountTarget =
  | { readonly elementId: string; readonly element?: undefined }
  | { readonly element: Element; readonly elementId?: undefined }

export type MountLoginOptions = LoginProps & MountTarget & { readonly client: Client }

/**
 * Shows the login widget in an element of the page, in place of what is there, and answers with the way to take it
 * off again. It also goes when its element is removed.
 *
 * @example
 * const unmount = mountLogin({
 *   client,
 *   elementId: '#login',
 *   config: { products: ['otp'], otpOptions: { methods: ['email'] } },
 *   callbacks: { onEvent: ({ type }) => { if (type === 'AUTHENTICATE_FLOW_COMPLETE') location.assign('/home') } },
 * })
 */
export function mountLogin(options: MountLoginOptions): () => void {
  return mount('mountLogin', Login, options)
}

export type MountResetPasswordOptions = ResetPasswordProps & MountTarget & { readonly client: Client }

/**
 * Shows the reset-password widget in an element of the page that the mailed link leads to.
 *
 * @example
 * const unmount = mountResetPassword({ client, elementId: '#reset' })
 */
export function mountResetPassword(options: MountResetPasswordOptions): () => void {
  return mount('mountResetPassword', ResetPassword, options)
}

export type MountPasskeyRegistrationOptions = PasskeyRegistrationProps & MountTarget & { readonly client: Client }

/**
 * Shows passkey registration in an element of a page that somebody is signed in on.
 *
 * @example
 * const unmount = mountPasskeyRegistration({ client, elementId: '#passkeys' })
 */
export function mountPasskeyRegistration(options: MountPasskeyRegistrationOptions): () => void {
  return mount('mountPasskeyRegistration', PasskeyRegistration, options)
}

export type MountIdentityProviderOptions = IdentityProviderProps & MountTarget & { readonly client: Client }

/**
 * Shows the identity-provider widget in an element of the project's consent page.
 *
 * @example
 * const unmount = mountIdentityProvider({ client, elementId: '#consent' })
 */
export function mountIdentityProvider(options: MountIdentityProviderOptions): () => void {
  return mount('mountIdentityProvider', IdentityProvider, options)
}

function mount<Props extends object>(
  caller: string,
  Widget: (props: Props) => ReactElement,
  { elementId, element, ...props }: Props & MountTarget,
): () => void {
  const place = element ?? find(caller, elementId)
  const root = createWidgetRoot(place, () => stopWatching())
  const stopWatching = whenRemoved(place, root.unmount)
  root.render(<Widget {...(props as object as Props)} />)
  return root.unmount
}

function find(caller: string, selector: string | undefined): Element {
  const found = selector && elementOf(selector)
  if (found) return found
  throw new Error(
    `The selector you specified (${selector}) applies to no DOM elements that are currently on the page. ` +
      `Make sure the element exists on the page before calling ${caller}().`,
  )
}

function elementOf(selector: string): Element | null {
  try {
    return Document.prototype.querySelector.call(document, selector)
  } catch {
    // What is no selector applies to nothing, either.
    return null
  }
}
