import { usageError } from './errors.ts'

const nouns: Record<string, string> = { object: 'an object', strings: 'an array of strings' }

/**
 * Hands back the named fields, or throws a usage error for the first of the wrong type. A name stands for a
 * string; `:number`, `:boolean`, `:object` or `:strings` (an array of them) for another type; `?` where it may
 * be left out.
 *
 * @example
 * validate<SessionDuration>('session.authenticate', 'session_duration_minutes?:number', options)
 */
export function validate<Fields>(method: string, types: string, fields: object | undefined): Fields {
  const picked: Record<string, unknown> = {}
  for (const entry of types.split(' ')) {
    const [name = '', type = 'string'] = entry.replace('?', '').split(':')
    const value = (fields as Record<string, unknown> | undefined)?.[name]
    const is = Array.isArray(value)
      ? value.every((item) => typeof item === 'string') && 'strings'
      : // What JSON cannot carry is as good as nothing.
        value !== null && (typeof value !== 'number' || Number.isFinite(value)) && typeof value
    if (is !== type && (value !== undefined || !entry.includes('?'))) {
      throw usageError(method, `${name} must be ${nouns[type] ?? `a ${type}`}`)
    }
    picked[name] = value
  }
  return picked as Fields
}
