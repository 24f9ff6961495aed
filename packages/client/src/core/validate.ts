import { usageError } from './errors.ts'

/**
 * Hands back the named fields, or throws a usage error for the first of the wrong type. A name stands for a
 * string; `:number`, `:boolean` or `:object` for another type; `?` where it may be left out.
 *
 * @example
 * validate<SessionDuration>('session.authenticate', 'session_duration_minutes?:number', options)
 */
export function validate<Fields>(method: string, types: string, fields: object | undefined): Fields {
  const picked: Record<string, unknown> = {}
  for (const entry of types.split(' ')) {
    const [name = '', type = 'string'] = entry.replace('?', '').split(':')
    const value = (fields as Record<string, unknown> | undefined)?.[name]
    // What JSON cannot carry is as good as nothing.
    const is = Array.isArray(value) || JSON.stringify(value) === 'null' || typeof value
    if (is !== type && (value !== undefined || !entry.includes('?'))) {
      throw usageError(method, `${name} must be ${type === 'object' ? 'an' : 'a'} ${type}`)
    }
    picked[name] = value
  }
  return picked as Fields
}

/** The same for a field that is a list of strings. Apart, so that who takes no lists does not carry it. */
export function validateStrings(method: string, name: string, value: unknown): string[] {
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) {
    throw usageError(method, `${name} must be an array of strings`)
  }
  return value
}
