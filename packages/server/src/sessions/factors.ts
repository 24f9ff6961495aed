import type { AuthenticationFactor, FactorType } from '@latchkey/contract'
import { rfc3339 } from '../core/rfc3339.ts'
import type { RegistrationRecord } from '../storage/records.ts'

/** The proof of an email address or phone number, as stored in a session. */
export function reachFactor(
  type: Extract<FactorType, 'magic_link' | 'otp'>,
  deliveryMethod: 'email' | 'sms' | 'whatsapp',
  registration: RegistrationRecord,
  now: number,
): AuthenticationFactor {
  const at = rfc3339(now)
  const factor = { type, delivery_method: deliveryMethod, last_authenticated_at: at, created_at: at, updated_at: at }
  return registration.kind === 'email'
    ? { ...factor, email_factor: { email_id: registration.id, email_address: registration.uniqueKey } }
    : { ...factor, phone_number_factor: { phone_id: registration.id, phone_number: registration.uniqueKey } }
}

/** Updates the time of a factor that was proven before, or adds a new one. */
export function withFactor(
  factors: readonly AuthenticationFactor[],
  proof: AuthenticationFactor,
): AuthenticationFactor[] {
  const earlier = factors.find((one) => identity(one) === identity(proof))
  const others = factors.filter((one) => one !== earlier)
  return [...others, earlier ? { ...proof, created_at: earlier.created_at } : proof]
}

/** Two factors are the same if everything but their times is equal. */
function identity({ last_authenticated_at, created_at, updated_at, ...rest }: AuthenticationFactor): string {
  return JSON.stringify(rest)
}
