import type { MfaMethod, OrganizationAuthMethod } from '@latchkey/contract/b2b'
import type { CallingCountry } from '@latchkey/contract/calling-codes'
import type { Failure } from '../../flow/failure.ts'
import type { OtpAuthenticate } from '../../methods/otps/otps.flow.ts'
import type { Choosing } from '../../methods/passwords/strength.flow.ts'
import type { EmailMethod } from '../config/b2b-login.config.ts'

/** A connection of an organization to its identity provider. */
export interface SsoConnection {
  readonly id: string
  readonly name: string
}

/** What the screens show of an organization, and which first factors it allows. */
export interface SignInOrganization {
  readonly id: string
  readonly name: string
  readonly logoUrl: string
  /** Null if every method is allowed. */
  readonly allowed: readonly OrganizationAuthMethod[] | null
  /** The active connections for single sign-on, the default one first. */
  readonly connections: readonly SsoConnection[]
}

/** How the button of an organization in the list works. */
export type EntryKind = 'enter' | 'accept' | 'join'

/** An organization that the person can enter. */
export interface Entry {
  readonly organization: SignInOrganization
  readonly kind: EntryKind
  /** What the organization asks for before the person is signed in. */
  readonly requires: 'nothing' | 'first_factor' | 'second_factor'
  /** The default connection of an organization that still requires single sign-on and accepts nothing else. */
  readonly connectionId: string | null
}

/** The member whose second factor is proven or enrolled. */
export interface PendingMember {
  readonly organizationId: string
  readonly memberId: string
  /** Empty without a proven number. */
  readonly phone: string
  readonly enrolled: readonly MfaMethod[]
}

/** Kept behind every screen. */
export interface Base {
  readonly email: string
  /** The organization to sign in to; null until there is one. */
  readonly organization: SignInOrganization | null
  /** The first factors that are still required after another one; null before that. */
  readonly required: readonly OrganizationAuthMethod[] | null
  /** The number of calls so far. Responses to earlier calls are ignored. */
  readonly calls: number
}

interface Form {
  readonly failure: Failure | null
}

/** A screen with buttons that lead to an identity provider. */
export interface WithButtons extends Form {
  /** The provider, connection or organization of the button that was pressed last; empty for the form. */
  readonly pressed: string
}

/** The organization of the page is looked up, or the person chooses how to sign in. */
export interface Main extends Base, WithButtons {
  readonly screen: 'main'
  readonly status: 'loading' | 'editing' | 'sending' | 'leaving'
}

/** Asks for the address whose domain tells the connections. */
export interface SsoEmail extends Base, Form {
  readonly screen: 'sso_discovery_email'
  readonly status: 'editing' | 'sending'
}

/** No connection was found by the address: asks for the slug of the organization. */
export interface SsoFallback extends Base, Form {
  readonly screen: 'sso_discovery_fallback'
  readonly slug: string
  readonly status: 'editing' | 'sending'
}

/** The connections to choose from. */
export interface SsoMenu extends Base, WithButtons {
  readonly screen: 'sso_discovery_menu'
  readonly connections: readonly SsoConnection[]
  readonly status: 'choosing' | 'leaving'
}

/** Several methods begin with the address: the person chooses. */
export interface MethodSelection extends Base, Form {
  readonly screen: 'email_method_selection'
  readonly status: 'choosing' | 'sending'
  readonly chosen: EmailMethod | null
}

export interface LinkSent extends Base {
  readonly screen: 'email_confirmation'
  readonly resend: 'initial' | 'sending' | 'sent'
}

export interface EmailCode extends Base {
  readonly screen: 'email_otp_entry'
  readonly entry: OtpAuthenticate
}

interface EnterPasswordOn<Name> extends Base, Form {
  readonly screen: Name
  readonly typed: string
  readonly status: 'editing' | 'verifying' | 'sending'
  /** How the person signs in instead. */
  readonly chosen: EmailMethod | null
}

/** On `password_email` the address can still be changed. */
export type EnterPassword = EnterPasswordOn<'password_email'> | EnterPasswordOn<'password_authenticate'>

/** Asks where the reset link is sent. */
export interface ForgotPassword extends Base, Form {
  readonly screen: 'password_forgot_form'
  readonly status: 'editing' | 'sending'
}

export interface ResetLinkSent extends Base {
  readonly screen: 'password_set_new_confirmation'
  readonly resend: 'initial' | 'sending' | 'sent'
}

/** Opened by the link in the email. */
export interface NewPassword extends Base, Choosing {
  readonly screen: 'password_reset_form'
  readonly token: string
  readonly status: 'editing' | 'verifying'
  /** The call that sends the password. */
  readonly sendCall: number
}

/** The password was changed, and the person is signed in. */
export interface PasswordChanged extends Base {
  readonly screen: 'password_reset_verify_confirmation'
  readonly status: 'success'
}

/** The page was opened by a link. */
export interface LandingOf extends Base {
  readonly screen: 'landing'
  readonly status: 'verifying' | 'unconfirmed'
  /** Whom the link signs in, if the person has to confirm it. */
  readonly account: string
}

export interface Discovery extends Base, WithButtons {
  readonly screen: 'discovery'
  readonly entries: readonly Entry[]
  /** `naming`: the person chooses the name of a new organization. `leaving`: for the identity provider of one. */
  readonly status: 'choosing' | 'naming' | 'entering' | 'creating' | 'leaving'
  /** Whether the person may create an organization. */
  readonly mayCreate: boolean
  readonly name: string
}

interface WithMember extends Base {
  readonly member: PendingMember
  /** The second factors that can be enrolled. */
  readonly factors: readonly MfaMethod[]
}

export interface FactorSelection extends WithMember, Form {
  readonly screen: 'mfa_enrollment_selection'
  readonly status: 'choosing' | 'starting'
}

export interface PhoneEnrollment extends WithMember, Form {
  readonly screen: 'sms_otp_enrollment'
  readonly phone: string
  readonly country: CallingCountry
  readonly status: 'editing' | 'sending'
}

export interface SmsCode extends WithMember {
  readonly screen: 'sms_otp_entry'
  readonly entry: OtpAuthenticate
  /** Whether the number is being enrolled. */
  readonly isEnrolling: boolean
}

/** The secret of a new authenticator app. */
export interface AppSecret {
  readonly secret: string
  /** The `data:` URL of an image. */
  readonly qrCode: string
  readonly recoveryCodes: readonly string[]
}

interface AppEnrollmentOn<Name> extends WithMember {
  readonly screen: Name
  readonly app: AppSecret
}

export type AppEnrollment = AppEnrollmentOn<'totp_enrollment_qr_code'> | AppEnrollmentOn<'totp_enrollment_manual'>

export interface AppCode extends WithMember, Form {
  readonly screen: 'totp_entry'
  readonly code: string
  readonly status: 'editing' | 'verifying'
  /** The app that is being enrolled. */
  readonly app: AppSecret | null
}

export interface RecoveryCode extends WithMember, Form {
  readonly screen: 'recovery_code_entry'
  readonly typed: string
  readonly status: 'editing' | 'verifying'
}

/** The person is signed in and keeps the codes before the flow is complete. */
export interface SaveCodes extends Base {
  readonly screen: 'recovery_code_save'
  readonly codes: readonly string[]
  /** How the codes were kept last. */
  readonly kept: 'not_yet' | 'copied' | 'downloaded'
}

export interface SignedIn extends Base {
  readonly screen: 'logged_in'
  readonly status: 'success'
}

/** Why the person cannot sign in here. */
export type ErrorKind =
  | 'Default'
  | 'EmailMagicLink'
  | 'Organization'
  | 'CannotJoinOrgDueToAuthPolicy'
  /** The browser is online, but a call did not reach the provider. */
  | 'AdBlockerDetected'
  /** A new organization would have the email domain of another one. */
  | 'OrganizationDiscoveryClaimedDomain'

export interface Failed extends Base {
  readonly screen: 'error'
  readonly kind: ErrorKind
  readonly failure: Failure | null
  /** The call that may succeed when it is repeated. */
  readonly retry: 'redeem_link' | 'find_organization' | null
}

export type SecondFactorState =
  | FactorSelection
  | PhoneEnrollment
  | SmsCode
  | AppEnrollment
  | AppCode
  | RecoveryCode
  | SaveCodes

export type PasswordScreenState = EnterPassword | ForgotPassword | ResetLinkSent | NewPassword | PasswordChanged

export type B2bLoginState =
  | Main
  | SsoEmail
  | SsoFallback
  | SsoMenu
  | MethodSelection
  | LinkSent
  | EmailCode
  | PasswordScreenState
  | LandingOf
  | Discovery
  | SecondFactorState
  | SignedIn
  | Failed

export type B2bLoginScreen = B2bLoginState['screen']

export type B2bStateOf<Name extends B2bLoginScreen> = Extract<B2bLoginState, { readonly screen: Name }>

/** The part of a state that every screen keeps. */
export function baseOf({ email, organization, required, calls }: Base): Base {
  return { email, organization, required, calls }
}
