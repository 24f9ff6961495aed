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
 * is left leads a flow the same way: an address is one still, a code has as many digits, and two names are two. `known`
 * is the same map for everything that belongs together.
 */
export function redact<Value>(value: Value, known: Map<string, string> = new Map()): Value {
  return redacted(value, '', false, known) as Value
}

function redacted(value: unknown, name: string, isSecret: boolean, known: Map<string, string>): unknown {
  if (typeof value === 'string') return ours.has(name) && !isSecret ? value : standIn(value, isSecret, known)
  if (Array.isArray(value)) return value.map((one) => redacted(one, name, isSecret, known))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  // An event about a password carries one, whatever the field is called.
  const hasSecret = isSecret || /password|token/.test(String(Reflect.get(value, 'type') ?? ''))
  return Object.fromEntries(
    entries.map(([key, inner]) => [
      key,
      redacted(inner, key, /password|token|signature/i.test(key) || (hasSecret && key === 'value'), known),
    ]),
  )
}

function standIn(text: string, isSecret: boolean, known: Map<string, string>): string {
  if (text === '') return text
  if (isSecret) return something
  if (isEmail(text.trim())) return somebody
  // Digits in a row are a code or a number: as many of one digit, which no country's number begins with a zero of.
  if (/^\+?[\d\s().-]+$/.test(text)) return text.replace(/\d/g, '5')
  const found = known.get(text) ?? (known.size === 0 ? something : `${something} ${known.size + 1}`)
  known.set(text, found)
  return found
}
