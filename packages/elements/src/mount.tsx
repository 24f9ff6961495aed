import type { Client } from '@latchkey/client'
import type { IdentityProviderProps, LoginProps, PasskeyRegistrationProps, ResetPasswordProps } from '@latchkey/widgets'
import { IdentityProvider, Login, PasskeyRegistration, ResetPassword } from '@latchkey/widgets'
import type { MountTarget } from './mount-widget.tsx'
import { mountWidget } from './mount-widget.tsx'

export type { MountTarget } from './mount-widget.tsx'

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
  return mountWidget('mountLogin', Login, options)
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
  return mountWidget('mountResetPassword', ResetPassword, options)
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
  return mountWidget('mountPasskeyRegistration', PasskeyRegistration, options)
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
  return mountWidget('mountIdentityProvider', IdentityProvider, options)
}
