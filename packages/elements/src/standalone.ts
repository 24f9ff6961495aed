/**
 * Everything a page without React needs, in one import: the client, the mount functions, and the custom elements,
 * which are registered. As published it is one ES module and the chunks it loads when a screen needs them.
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
