import type { Clock } from '@latchkey/client/internal'
import { phoneParseSubmitTimeoutMs } from '@latchkey/contract'
import type { CallingCountry } from '@latchkey/contract/calling-codes'
import { digitsOf, latinDigits } from '../../flow/digits.ts'
import { refusal } from '../../flow/failure.ts'
import type { LoginRunners } from '../../login/login-method.ts'
import { callingCodes } from './calling-codes.ts'
import type { NumberOutcome, ReadNumber } from './phone.flow.ts'
import { within } from './within.ts'

export interface NumberDeps {
  readonly clock: Pick<Clock, 'setTimeout'>
  /** Loads the phone number library. */
  readonly load: () => Promise<{ readNumber(text: string, country: CallingCountry): string | undefined }>
}

/** Sends one event, and never rejects. */
export async function runNumberEffect(
  { call, channel, text, country }: ReadNumber,
  deps: NumberDeps,
  send: (outcome: NumberOutcome) => void,
): Promise<void> {
  const to = await internationalNumber(text, country, deps)
  if (to) send({ type: 'number_read', call, channel, to })
  else send({ type: 'number_refused', call, failure: refusal('invalid_phone_number') })
}

/** The typed number in international format; empty if there is no such number. */
export async function internationalNumber(
  text: string,
  country: CallingCountry,
  { clock, load }: NumberDeps,
): Promise<string> {
  const read = async () => (await load()).readNumber(text, country) ?? ''
  // The user does not wait longer: the provider validates the number as well.
  return (await within(read, phoneParseSubmitTimeoutMs, clock)) ?? plainNumber(text, country)
}

/** Plus, country code and digits. A number with a plus has its country code already. */
export function plainNumber(text: string, country: CallingCountry): string {
  const code = latinDigits(text).trimStart().startsWith('+') ? '' : callingCodes[country]
  return `+${code}${digitsOf(text)}`
}

export const phoneRunners: LoginRunners = {
  read_number: (effect, { clock }, send) =>
    runNumberEffect(effect, { clock, load: () => import('./numbers.ts') }, send),
}
