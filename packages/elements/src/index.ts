export { LatchkeyLogin } from './login-element.tsx'
export type {
  MountLoginOptions,
  MountPasskeyRegistrationOptions,
  MountResetPasswordOptions,
  MountTarget,
} from './mount.tsx'
export { mountLogin, mountPasskeyRegistration, mountResetPassword } from './mount.tsx'
export { LatchkeyPasskeyRegistration } from './passkey-registration-element.tsx'
export { LatchkeyResetPassword } from './reset-password-element.tsx'
