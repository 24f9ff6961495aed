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
