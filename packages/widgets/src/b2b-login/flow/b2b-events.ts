import type { B2bOAuthProvider } from '@latchkey/contract'
import type { MfaMethod } from '@latchkey/contract/b2b'
import type { CallingCountry } from '@latchkey/contract/calling-codes'
import type { Failure } from '../../flow/failure.ts'
import type { Notice, SuccessNotice } from '../../flow/notice.ts'
import type { Wait } from '../../flow/wait.ts'
import type { Emit } from '../../flow/widget-events.ts'
import type { AwaitReturn } from '../../methods/oauth/oauth.flow.ts'
import type { OtpWait } from '../../methods/otps/otps.flow.ts'
import type { CheckStrength, StrengthEvent } from '../../methods/passwords/strength.flow.ts'
import type { EmailMethod } from '../config/b2b-login.config.ts'
import type { AppSecret, Entry, PendingMember, SignInOrganization, SsoConnection } from './b2b-state.ts'

/** Where a proven factor has led. */
export type Arrival =
  | { readonly type: 'session' }
  | {
      readonly type: 'discovery'
      readonly email: string
      readonly entries: readonly Entry[]
      readonly mayCreate: boolean
    }
  | {
      readonly type: 'first_factor'
      readonly organization: SignInOrganization
      readonly required: NonNullable<SignInOrganization['allowed']>
    }
  | {
      readonly type: 'second_factor'
      readonly organization: SignInOrganization
      readonly member: PendingMember
      /** The second factors that the organization allows. */
      readonly allowed: readonly MfaMethod[]
      /** The member's own choice, if any. */
      readonly preferred: MfaMethod | null
      /** When the code that the provider has sent already was sent, and when it expires. */
      readonly sent: Sent | null
    }

export interface Sent {
  readonly at: number
  readonly expiresAt: number
}

/** A call of the flow. `organizationId`: null in the flow `Discovery`. */
export type Request =
  | { readonly type: 'find_organization' }
  | { readonly type: 'find_by_slug'; readonly slug: string }
  | { readonly type: 'find_connections'; readonly email: string }
  | { readonly type: 'start_sso'; readonly connectionId: string }
  | { readonly type: 'start_oauth'; readonly provider: B2bOAuthProvider; readonly organizationId: string | null }
  | { readonly type: 'redeem_link' }
  | {
      readonly type: 'send_link' | 'send_code' | 'send_reset'
      readonly email: string
      readonly organizationId: string | null
    }
  | {
      readonly type: 'check_code'
      readonly email: string
      readonly code: string
      readonly organizationId: string | null
    }
  | {
      readonly type: 'check_password'
      readonly email: string
      readonly password: string
      readonly organizationId: string | null
    }
  | { readonly type: 'reset_password'; readonly token: string; readonly password: string }
  | { readonly type: 'enter'; readonly organizationId: string }
  | { readonly type: 'create_organization'; readonly name: string }
  | {
      readonly type: 'send_sms'
      readonly member: PendingMember
      /** The number to enroll, as typed. */
      readonly phone: string
      readonly country: CallingCountry
    }
  | {
      readonly type: 'check_sms'
      readonly member: PendingMember
      readonly code: string
      readonly isEnrolling: boolean
    }
  | { readonly type: 'create_totp'; readonly member: PendingMember }
  | {
      readonly type: 'check_totp'
      readonly member: PendingMember
      readonly code: string
      readonly isEnrolling: boolean
    }
  | { readonly type: 'recover'; readonly member: PendingMember; readonly code: string }

export interface Call {
  readonly type: 'call'
  readonly call: number
  readonly request: Request
}

export type Answer =
  | { readonly type: 'arrived'; readonly arrival: Arrival }
  | { readonly type: 'organization'; readonly organization: SignInOrganization | null }
  | { readonly type: 'connections'; readonly connections: readonly SsoConnection[] }
  /** The browser is leaving for an identity provider. */
  | { readonly type: 'left' }
  | { readonly type: 'sent'; readonly sent: Sent; readonly phone?: string }
  /** Another browser requested the link. */
  | { readonly type: 'unconfirmed'; readonly account: string }
  /** The host page has redeemed the link already. */
  | { readonly type: 'absent' }
  | { readonly type: 'app_created'; readonly app: AppSecret }

/** Puts the recovery codes into the clipboard or into a file. */
export interface KeepCodes {
  readonly type: 'keep_codes'
  readonly how: 'copied' | 'downloaded'
  readonly codes: readonly string[]
}

export type B2bLoginEvent =
  | { readonly type: 'answered'; readonly call: number; readonly answer: Answer }
  /** `isOnline`: whether the browser has a network. */
  | { readonly type: 'refused'; readonly call: number; readonly failure: Failure; readonly isOnline?: boolean }
  /** The person has come back from an identity provider, or has not left. */
  | { readonly type: 'page_returned'; readonly call: number }
  | StrengthEvent
  | { readonly type: OtpWait['next']; readonly call: number; readonly at: number }
  | { readonly type: 'email_changed' | 'password_changed' | 'code_changed' | 'name_changed'; readonly value: string }
  | { readonly type: 'slug_changed'; readonly value: string }
  | { readonly type: 'phone_changed'; readonly value: string; readonly country: CallingCountry }
  | { readonly type: 'submitted' | 'resend_clicked' | 'forgot_clicked' | 'back_clicked' | 'confirm_clicked' }
  | { readonly type: 'start_over_clicked' | 'try_again_clicked' }
  | { readonly type: 'method_chosen'; readonly method: EmailMethod }
  | { readonly type: 'password_clicked' | 'sso_clicked' }
  | { readonly type: 'provider_clicked'; readonly provider: B2bOAuthProvider }
  | { readonly type: 'connection_clicked'; readonly connectionId: string }
  | { readonly type: 'organization_chosen'; readonly organizationId: string }
  | { readonly type: 'new_organization_clicked' }
  | { readonly type: 'factor_chosen'; readonly factor: MfaMethod }
  | { readonly type: 'other_way_clicked' | 'recovery_clicked' | 'continue_clicked' }
  | { readonly type: 'keep_clicked'; readonly how: KeepCodes['how'] }
  | { readonly type: 'codes_kept'; readonly how: KeepCodes['how'] }
  | { readonly type: 'codes_saved' }
  | { readonly type: 'session_began' | 'session_ended' }

export type B2bLoginEffect =
  | Call
  | CheckStrength
  | Wait<'strength_due' | OtpWait['next']>
  | AwaitReturn
  | KeepCodes
  | Emit
  | Notice
  | SuccessNotice
