import type { B2bClient } from '@latchkey/client/b2b'
import type { B2bLoginProps } from '@latchkey/widgets/b2b'
import { B2bLogin } from '@latchkey/widgets/b2b'
import type { MountTarget } from './mount-widget.tsx'
import { mountWidget } from './mount-widget.tsx'

/** The props of the login widget of a business project, its client and its target. */
export type MountB2bLoginOptions = B2bLoginProps & MountTarget & { readonly client: B2bClient }

/**
 * Renders the login widget of a business project into an element and replaces its content. Returns a function that
 * unmounts the widget; it is also unmounted when the element is removed from the page.
 *
 * @example
 * const unmount = mountB2bLogin({
 *   client,
 *   elementId: '#login',
 *   config: { authFlowType: 'Discovery', products: ['emailMagicLinks', 'sso'] },
 *   callbacks: { onEvent: ({ type }) => { if (type === 'AUTHENTICATE_FLOW_COMPLETE') location.assign('/home') } },
 * })
 */
export function mountB2bLogin(options: MountB2bLoginOptions): () => void {
  return mountWidget('mountB2bLogin', B2bLogin, options)
}
