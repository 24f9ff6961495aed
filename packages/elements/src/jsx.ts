/**
 * Types of the elements in JSX, for React 18 and 19. Import it once:
 *
 * @example
 * import type {} from '@latchkey/elements/jsx'
 *
 * export const SignIn = () => (
 *   <latchkey-login public-token="public-token-test-…" api="http://localhost:4000" products="otp" otp-methods="email" />
 * )
 */
import type {
  IdentityProviderProps,
  LoginProps,
  PasskeyRegistrationProps,
  ResetPasswordProps,
  WidgetEvent,
} from '@latchkey/widgets'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { LatchkeyIdentityProvider } from './identity-provider-element.tsx'
import type { LatchkeyLogin } from './login-element.tsx'
import type { LatchkeyPasskeyRegistration } from './passkey-registration-element.tsx'
import type { LatchkeyResetPassword } from './reset-password-element.tsx'

/** What every element understands. */
export interface WidgetAttributes {
  readonly 'public-token'?: string
  /** The provider's address. */
  readonly api?: string
  readonly theme?: 'default' | 'modern'
  /** Defaults to that of the theme. */
  readonly 'color-scheme'?: 'light' | 'dark' | 'auto'
  /** A language of the widgets, such as `de` or `pt-br`. */
  readonly locale?: string
  /** React 19 only: React 18 adds no listeners for custom events. */
  readonly 'onlatchkey-event'?: (event: CustomEvent<WidgetEvent>) => void
  /** React 19 only: React 18 adds no listeners for custom events. */
  readonly 'onlatchkey-error'?: (event: CustomEvent<Error>) => void
}

export interface LoginAttributes extends WidgetAttributes {
  /** With spaces between them, such as `otp oauth`. */
  readonly products?: string
  /** With spaces between them, such as `email sms`. */
  readonly 'otp-methods'?: string
  /** With spaces between them, such as `google github`. */
  readonly 'oauth-providers'?: string
}

/** An element's own attributes. Objects are set as properties, by React 19 only. */
type JsxProps<Element, Attributes, Props> = DetailedHTMLProps<HTMLAttributes<Element>, Element> & Attributes & Props

export interface LatchkeyElements {
  'latchkey-identity-provider': JsxProps<LatchkeyIdentityProvider, WidgetAttributes, IdentityProviderProps>
  'latchkey-login': JsxProps<LatchkeyLogin, LoginAttributes, LoginProps>
  'latchkey-passkey-registration': JsxProps<LatchkeyPasskeyRegistration, WidgetAttributes, PasskeyRegistrationProps>
  'latchkey-reset-password': JsxProps<LatchkeyResetPassword, WidgetAttributes, ResetPasswordProps>
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends LatchkeyElements {}
  }
}
