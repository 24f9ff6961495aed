import * as z from 'zod'
import type { LudsRequirements } from '../../core/password-strength.ts'
import { type Exact, exactly } from './exact.ts'

const count = z.number().int().min(0)

export const ludsRequirements: Exact<LudsRequirements> = exactly<LudsRequirements>()(
  z.object({
    has_digit: z.boolean(),
    has_lower_case: z.boolean(),
    has_symbol: z.boolean(),
    has_upper_case: z.boolean(),
    missing_characters: count,
    missing_complexity: count,
  }),
)

/** The verdict on a password, without the advice. */
export const strengthShape: {
  valid_password: z.ZodBoolean
  score: z.ZodNumber
  breached_password: z.ZodBoolean
  breach_detection_on_create: z.ZodBoolean
  strength_policy: z.ZodEnum<{ zxcvbn: 'zxcvbn'; luds: 'luds' }>
} = {
  valid_password: z.boolean(),
  score: count.max(4),
  breached_password: z.boolean(),
  breach_detection_on_create: z.boolean(),
  strength_policy: z.enum(['zxcvbn', 'luds']),
}
