import { UsageError } from './errors.ts'

const checks = {
  string: ['a string', (value: unknown): boolean => typeof value === 'string'],
  number: ['a number', (value: unknown): boolean => Number.isFinite(value)],
  boolean: ['a boolean', (value: unknown): boolean => typeof value === 'boolean'],
  object: [
    'an object',
    (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value),
  ],
  strings: [
    'an array of strings',
    (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  ],
} as const

type Check = keyof typeof checks

/** One argument: what it must be (`?` for one that may be left out), its name on the wire, its value. */
export type Argument = readonly [check: Check | `${Check}?`, field: string, value: unknown]

/**
 * Throws a usage error for the first argument of the wrong type.
 *
 * @example
 * validate('otps.authenticate', ['string', 'code', code], ['number?', 'expiration_minutes', minutes])
 */
export function validate(method: string, ...args: Argument[]): void {
  for (const [check, field, value] of args) {
    const optional = check.endsWith('?')
    if (optional && value === undefined) continue
    const [words, holds] = checks[(optional ? check.slice(0, -1) : check) as Check]
    if (!holds(value)) throw new UsageError(method, `${field} must be ${words}`)
  }
}
