import { usageError } from './errors.ts'

/**
 * Returns the named fields, or throws a `UsageError` for the first field of the wrong type. Fields are strings unless
 * `:number`, `:boolean` or `:object` follows the name; `?` makes a field optional.
 *
 * @example
 * validate<SessionDuration>('session.authenticate', 'session_duration_minutes?:number', options)
 */
export function validate<Fields>(method: string, types: string, fields: object | undefined): Fields {
  const picked: Record<string, unknown> = {}
  for (const entry of types.split(' ')) {
    const [name = '', type = 'string'] = entry.replace('?', '').split(':')
    const value = (fields as Record<string, unknown> | undefined)?.[name]
    // Values that JSON cannot represent, such as NaN, count as missing.
    const is = Array.isArray(value) || JSON.stringify(value) === 'null' || typeof value
    if (is !== type && (value !== undefined || !entry.includes('?'))) {
      throw usageError(method, `${name} must be ${type === 'object' ? 'an' : 'a'} ${type}`)
    }
    picked[name] = value
  }
  return picked as Fields
}

/** Validates an array of strings. A separate function, so that bundles without such fields do not contain it. */
export function validateStrings(method: string, name: string, value: unknown): string[] {
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) {
    throw usageError(method, `${name} must be an array of strings`)
  }
  return value
}
