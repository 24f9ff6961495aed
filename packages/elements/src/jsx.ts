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
import type { B2bLoginProps } from '@latchkey/widgets/b2b'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { LatchkeyB2bLogin } from './b2b-login-element.tsx'
import type { LatchkeyIdentityProvider } from './identity-provider-element.tsx'
import type { LatchkeyLogin } from './login-element.tsx'
import type { LatchkeyPasskeyRegistration } from './passkey-registration-element.tsx'
import type { LatchkeyResetPassword } from './reset-password-element.tsx'

/** The attributes of every element. */
export interface WidgetAttributes {
  readonly 'public-token'?: string
  /** The URL of the provider. */
  readonly api?: string
  readonly theme?: 'default' | 'modern'
  /** @default the color scheme of the theme */
  readonly 'color-scheme'?: 'light' | 'dark' | 'auto'
  /**
   * A locale of the widgets, such as `de` or `pt-br`.
   * @default 'en'
   */
  readonly locale?: string
  /** React 19 only: React 18 adds no listeners for custom events. */
  readonly 'onlatchkey-event'?: (event: CustomEvent<WidgetEvent>) => void
  /** React 19 only: React 18 adds no listeners for custom events. */
  readonly 'onlatchkey-error'?: (event: CustomEvent<Error>) => void
}

/** The attributes of `<latchkey-login>`. */
export interface LoginAttributes extends WidgetAttributes {
  /** Separated by spaces, such as `otp oauth`. */
  readonly products?: string
  /** Separated by spaces, such as `email sms`. */
  readonly 'otp-methods'?: string
  /** Separated by spaces, such as `google github`. */
  readonly 'oauth-providers'?: string
}

/** The attributes of `<latchkey-b2b-login>`. */
export interface B2bLoginAttributes extends WidgetAttributes {
  /** Separated by spaces, such as `emailMagicLinks sso`. */
  readonly products?: string
  /** Separated by spaces, such as `google hubspot`. */
  readonly 'oauth-providers'?: string
  /** @default 'Discovery', or 'Organization' with a slug */
  readonly 'auth-flow-type'?: 'Discovery' | 'Organization' | 'PasswordReset'
  readonly 'organization-slug'?: string
  /**
   * Whether all tabs have one session or each has its own.
   * @default 'shared'
   */
  readonly session?: 'shared' | 'tab'
}

/** The attributes and properties of an element. Only React 19 sets objects as properties. */
type JsxProps<Element, Attributes, Props> = DetailedHTMLProps<HTMLAttributes<Element>, Element> & Attributes & Props

/** The elements and their attributes in JSX. */
export interface LatchkeyElements {
  'latchkey-b2b-login': JsxProps<LatchkeyB2bLogin, B2bLoginAttributes, Partial<B2bLoginProps>>
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
