/**
 * The stand-alone build for pages of business projects without React: the client, the mount function and the registered
 * custom element. Published as one ES module and chunks that are loaded on demand.
 *
 * @example
 * <script type="module">
 *   import { createB2bClient, mountB2bLogin } from '/latchkey/latchkey-b2b.js'
 *   const config = { authFlowType: 'Discovery', products: ['emailMagicLinks', 'sso'] }
 *   mountB2bLogin({ client: createB2bClient('public-token-test-…', options), elementId: '#login', config })
 * </script>
 */
import './b2b-define.ts'

export { isLatchkeyError } from '@latchkey/client'
export type { B2bClient, B2bClientOptions } from '@latchkey/client/b2b'
export { createB2bClient } from '@latchkey/client/b2b'
export { LatchkeyB2bLogin } from './b2b-login-element.tsx'
export type { MountB2bLoginOptions } from './b2b-mount.tsx'
export { mountB2bLogin } from './b2b-mount.tsx'
export type { MountTarget } from './mount-widget.tsx'
