export type StrengthPolicy = 'zxcvbn' | 'luds'

/** The character classes of a password, and what is missing. */
export interface LudsRequirements {
  has_digit: boolean
  has_lower_case: boolean
  has_symbol: boolean
  has_upper_case: boolean
  missing_characters: number
  missing_complexity: number
}
