import { isEmail } from './email.ts'

/** Words of ours, in which nobody says anything about himself: they decide which way a flow goes. */
const ours: ReadonlySet<string> = new Set([
  'type',
  'screen',
  'status',
  'tab',
  'channel',
  'resend',
  'next',
  'error_type',
  'userType',
  'user_type',
  'strength_policy',
  'policy',
  'kind',
  'provider',
  'wallet',
  'walletOption',
  'reason',
  'outcome',
  'answer',
])

/** What stands for something that somebody typed, or that was sent to somebody. */
const somebody = 'somebody@example.com'
const something = 'redacted'

/**
 * A state or an event without what it says about a person: no address, no number, no code, no password, no token. What
 * is left leads a flow the same way: an address is one still, and a code has as many digits.
 */
export function redact<Value>(value: Value): Value {
  return redacted(value, '', false) as Value
}

function redacted(value: unknown, name: string, isSecret: boolean): unknown {
  if (typeof value === 'string') return ours.has(name) && !isSecret ? value : standIn(value, isSecret)
  if (Array.isArray(value)) return value.map((one) => redacted(one, name, isSecret))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  // An event about a password carries one, whatever the field is called.
  const hasSecret = isSecret || /password|token/.test(String(Reflect.get(value, 'type') ?? ''))
  return Object.fromEntries(
    entries.map(([key, inner]) => [
      key,
      redacted(inner, key, /password|token|signature/i.test(key) || (hasSecret && key === 'value')),
    ]),
  )
}

function standIn(text: string, isSecret: boolean): string {
  if (text === '') return text
  if (isSecret) return something
  if (isEmail(text.trim())) return somebody
  // Digits in a row are a code or a number: as many of one digit, which no country's number begins with a zero of.
  return /^\+?[\d\s().-]+$/.test(text) ? text.replace(/\d/g, '5') : something
}
