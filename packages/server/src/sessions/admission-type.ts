import type { MfaMethod, OrganizationAuthMethod } from '@latchkey/contract/b2b'

/** Only `organizations/admission.ts` may import it, so no other file can create an `Admitted`. */
export const admittedBrand: unique symbol = Symbol('admitted')

/** The permission to start a session. */
export interface Admitted {
  readonly kind: 'admitted'
  readonly [admittedBrand]: true
}

/** How a member can prove a second factor. */
export interface MfaOptions {
  /** The methods that the member has enrolled and the organization allows. If it is empty, the member enrolls first. */
  readonly enrolled: readonly MfaMethod[]
  /** The methods that the organization allows. */
  readonly allowed: readonly MfaMethod[]
}

/** Whether a sign-in may start a session, and otherwise what is missing. */
export type Admission =
  | Admitted
  /** Without methods: this address cannot join the organization. */
  | { readonly kind: 'primary_required'; readonly allowed: readonly OrganizationAuthMethod[] }
  | { readonly kind: 'mfa_required'; readonly options: MfaOptions }
