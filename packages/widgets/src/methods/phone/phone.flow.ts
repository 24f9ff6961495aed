import type { OtpMethod } from '@latchkey/contract'
import type { CallingCountry } from '@latchkey/contract/calling-codes'
import type { Failure } from '../../flow/failure.ts'

/** A passcode method that uses a phone number. */
export type PhoneChannel = Exclude<OtpMethod, 'email'>

/** Parses the typed number. */
export interface ReadNumber {
  readonly type: 'read_number'
  readonly call: number
  readonly channel: PhoneChannel
  readonly text: string
  readonly country: CallingCountry
}

export type NumberOutcome =
  /** `to` is in international format. */
  | { readonly type: 'number_read'; readonly call: number; readonly channel: PhoneChannel; readonly to: string }
  | { readonly type: 'number_refused'; readonly call: number; readonly failure: Failure }
