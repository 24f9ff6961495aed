import { usageError } from './errors.ts'

const words: Record<string, string> = {
  s: 'a string',
  n: 'a number',
  b: 'a boolean',
  o: 'an object',
  a: 'an array of strings',
}

/**
 * Hands back the named fields, or throws a usage error for the first of the wrong type. After each name its
 * type: `s`tring, `n`umber, `b`oolean, `o`bject, `a`rray of strings; a capital letter where it may be left out.
 *
 * @example
 * validate<SessionDuration>('session.authenticate', 'session_duration_minutes:N', options)
 */
export function validate<Fields>(method: string, types: string, fields: object | undefined): Fields {
  const picked = types.split(' ').map((entry) => {
    const [name = '', type = ''] = entry.split(':')
    const value = (fields as Record<string, unknown> | undefined)?.[name]
    const letter = type.toLowerCase()
    const is = Array.isArray(value)
      ? value.every((item) => typeof item === 'string') && 'a'
      : // What JSON cannot carry is as good as nothing.
        value !== null && (typeof value !== 'number' || Number.isFinite(value)) && (typeof value).charAt(0)
    if (is !== letter && (type === letter || value !== undefined)) {
      throw usageError(method, `${name} must be ${words[letter]}`)
    }
    return [name, value]
  })
  return Object.fromEntries(picked)
}
