'use client'

export type {
  EmailMagicLinksOptions,
  LoginConfig,
  OAuthOptions,
  OAuthProviderOptions,
  OtpOptions,
  PasskeyOptions,
  PasswordOptions,
  SessionOptions,
} from './config/login.config.ts'
export type { Callbacks } from './flow/callbacks.ts'
export type { Failure } from './flow/failure.ts'
export type { FlowOptions } from './flow/flow-options.ts'
export type { Notice, SuccessNotice } from './flow/notice.ts'
export type { WidgetEvent, WidgetEventData, WidgetEventType } from './flow/widget-events.ts'
export type {
  ConsentManifest,
  ConsentManifestItem,
  ConsentManifestSection,
  GetConsentManifest,
} from './identity-provider/consent/consent-manifest.ts'
export type {
  IdentityProviderFlow,
  IdentityProviderFlowOptions,
} from './identity-provider/create-identity-provider-flow.ts'
export { createIdentityProviderFlow } from './identity-provider/create-identity-provider-flow.ts'
export type { IdentityProviderConfig } from './identity-provider/identity-provider.config.ts'
export type { IdentityProviderEvent, IdentityProviderState } from './identity-provider/identity-provider.model.ts'
export type { IdentityProviderProps } from './identity-provider/identity-provider.tsx'
export { IdentityProvider } from './identity-provider/identity-provider.tsx'
export type { LoginFlow } from './login/create-login-flow.ts'
export { createLoginFlow } from './login/create-login-flow.ts'
export type { LoginEvent, LoginState } from './login/login.flow.ts'
export type { LoginProps } from './login/login.tsx'
export { Login } from './login/login.tsx'
export type { PasskeyRegistrationFlow } from './passkey-registration/create-passkey-registration-flow.ts'
export { createPasskeyRegistrationFlow } from './passkey-registration/create-passkey-registration-flow.ts'
export type { PasskeyRegistrationConfig } from './passkey-registration/passkey-registration.config.ts'
export type { PasskeyRegistrationProps } from './passkey-registration/passkey-registration.tsx'
export { PasskeyRegistration } from './passkey-registration/passkey-registration.tsx'
export type { ResetPasswordFlow, ResetPasswordFlowOptions } from './reset-password/create-reset-password-flow.ts'
export { createResetPasswordFlow } from './reset-password/create-reset-password-flow.ts'
export type { ResetPasswordConfig } from './reset-password/reset-password.config.ts'
export type { ResetPasswordEvent, ResetPasswordState } from './reset-password/reset-password.flow.ts'
export type { ResetPasswordProps } from './reset-password/reset-password.tsx'
export { ResetPassword } from './reset-password/reset-password.tsx'
export type { Locale, StringKey, Strings } from './strings.ts'
export type { ButtonStyle, InputStyle, StyleConfig } from './theme/style-config.ts'
