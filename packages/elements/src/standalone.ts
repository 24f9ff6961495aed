/**
 * The stand-alone build for pages without React: the client, the mount functions and the registered custom elements.
 * Published as one ES module and chunks that are loaded on demand.
 *
 * @example
 * <script type="module">
 *   import { createClient, mountLogin } from '/latchkey/latchkey.js'
 *   mountLogin({ client: createClient('public-token-test-…', options), elementId: '#login' })
 * </script>
 */
import './define.ts'

export type { Client, ClientOptions } from '@latchkey/client'
export { createClient, isLatchkeyError } from '@latchkey/client'
export { LatchkeyIdentityProvider } from './identity-provider-element.tsx'
export { LatchkeyLogin } from './login-element.tsx'
export type {
  MountIdentityProviderOptions,
  MountLoginOptions,
  MountPasskeyRegistrationOptions,
  MountResetPasswordOptions,
  MountTarget,
} from './mount.tsx'
export { mountIdentityProvider, mountLogin, mountPasskeyRegistration, mountResetPassword } from './mount.tsx'
export { LatchkeyPasskeyRegistration } from './passkey-registration-element.tsx'
export { LatchkeyResetPassword } from './reset-password-element.tsx'
