import { isEmail } from './email.ts'

/** Fields with constants of our own. They are not personal data, and the flow branches on them. */
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

/** Replaces personal data. */
const placeholderEmail = 'user@example.com'
const something = 'redacted'

/**
 * Removes personal data from a state or an event: addresses, numbers, codes, passwords, tokens. The flow takes the same
 * path with the result: an address stays a valid address, a code keeps its length, and different names stay different.
 * `known` is one map per flow.
 */
export function redact<Value>(value: Value, known: Map<string, string> = new Map()): Value {
  return redacted(value, '', false, known) as Value
}

function redacted(value: unknown, name: string, isSecret: boolean, known: Map<string, string>): unknown {
  if (typeof value === 'string') return ours.has(name) && !isSecret ? value : placeholderFor(value, isSecret, known)
  if (Array.isArray(value)) return value.map((one) => redacted(one, name, isSecret, known))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  // An event about a password contains one, whatever its field is called.
  const hasSecret = isSecret || /password|token/.test(String(Reflect.get(value, 'type') ?? ''))
  return Object.fromEntries(
    entries.map(([key, inner]) => [
      key,
      redacted(inner, key, /password|token|signature/i.test(key) || (hasSecret && key === 'value'), known),
    ]),
  )
}

function placeholderFor(text: string, isSecret: boolean, known: Map<string, string>): string {
  if (text === '') return text
  if (isSecret) return something
  if (isEmail(text.trim())) return placeholderEmail
  // A code or a phone number: replace each digit, keep the length.
  if (/^\+?[\d\s().-]+$/.test(text)) return text.replace(/\d/g, '5')
  const found = known.get(text) ?? (known.size === 0 ? something : `${something} ${known.size + 1}`)
  known.set(text, found)
  return found
}
