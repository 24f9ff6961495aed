import type { Client } from '@latchkey/client'
import type { IdentityProviderProps, LoginProps, PasskeyRegistrationProps, ResetPasswordProps } from '@latchkey/widgets'
import { IdentityProvider, Login, PasskeyRegistration, ResetPassword } from '@latchkey/widgets'
import type { ReactElement } from 'react'
import { createWidgetRoot, whenRemoved } from './widget-root.ts'

/** The target of a widget: a CSS selector (`elementId`) or an element. */
export type MountTarget =
  | { readonly elementId: string; readonly element?: undefined }
  | { readonly element: Element; readonly elementId?: undefined }

/** The props of the login widget, its client and its target. */
export type MountLoginOptions = LoginProps & MountTarget & { readonly client: Client }

/**
 * Renders the login widget into an element and replaces its content. Returns a function that unmounts the widget; it is
 * also unmounted when the element is removed from the page.
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

/** The props of the reset-password widget, its client and its target. */
export type MountResetPasswordOptions = ResetPasswordProps & MountTarget & { readonly client: Client }

/**
 * Renders the reset-password widget, on the page that the reset link leads to.
 *
 * @example
 * const unmount = mountResetPassword({ client, elementId: '#reset' })
 */
export function mountResetPassword(options: MountResetPasswordOptions): () => void {
  return mount('mountResetPassword', ResetPassword, options)
}

/** The props of the passkey registration, its client and its target. */
export type MountPasskeyRegistrationOptions = PasskeyRegistrationProps & MountTarget & { readonly client: Client }

/**
 * Renders the passkey registration for the signed-in user.
 *
 * @example
 * const unmount = mountPasskeyRegistration({ client, elementId: '#passkeys' })
 */
export function mountPasskeyRegistration(options: MountPasskeyRegistrationOptions): () => void {
  return mount('mountPasskeyRegistration', PasskeyRegistration, options)
}

/** The props of the identity-provider widget, its client and its target. */
export type MountIdentityProviderOptions = IdentityProviderProps & MountTarget & { readonly client: Client }

/**
 * Renders the identity-provider widget, on the consent page of the project.
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
  const target = element ?? find(caller, elementId)
  const root = createWidgetRoot(target, () => stopWatching())
  const stopWatching = whenRemoved(target, root.unmount)
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
    // An invalid selector matches no element.
    return null
  }
}
