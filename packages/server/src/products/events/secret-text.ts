import { brandPrefix } from '@latchkey/contract'

/** How many layers of encoding are removed: a token in a URL in the query of another URL is encoded three times. */
const longestChain = 4
const longestText = 20_000

/**
 * Whether a text contains something that looks like a token, a JWT, a key or a code. Detected by its form, also inside
 * URLs and other texts, and behind percent-encoding, base64, hexadecimal digits, escapes and white space.
 */
export function containsSecret(text: string): boolean {
  let current = text.slice(0, longestText)
  if (current.length < text.length) return true
  for (let step = 0; step < longestChain; step += 1) {
    if (isSecretForm(current) || isSecretForm(withoutSpaces(current))) return true
    const next = decodeOnce(current)
    if (next === current) return false
    current = next
  }
  return isSecretForm(current)
}

/** An array of character codes that spells a secret, or of the digits of a passcode. */
export function spellsSecret(values: readonly unknown[]): boolean {
  if (values.length === 6 && values.every((one) => /^\d$/.test(String(one)))) return true
  if (values.length < 16 || !values.every((one) => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 256))
    return false
  return containsSecret(String.fromCharCode(...values.map(Number)))
}

function isSecretForm(text: string): boolean {
  return (
    new RegExp(`${brandPrefix}_[a-z]{1,8}_[0-9a-z]{16}`, 'i').test(text) ||
    /(?:secret|impersonation-token|attach-token)-(?:test|live)-[\w-]{8}/i.test(text) ||
    /ey[JK][\w-]{6,600}\.[\w-]{6}/i.test(text) ||
    /(?<![\w.+-])\d{6}(?![\w:-]|\.\d)/.test(text) ||
    /(?:^|[^a-z0-9])(?=[a-z2-7-]{0,10}[2-7])[a-z2-7]{5}-[a-z2-7]{5}(?:$|[^a-z0-9-])/i.test(text) ||
    /(?:bearer|basic)\s+\S{8}/i.test(text) ||
    /[?&#;](?:[\w-]*token|code|[\w-]*secret|password|verifier|state|jwt)=/i.test(text) ||
    findTokenRuns(text).some(isOpaque)
  )
}

/** Runs of token characters, without the provider's own ids, which are not secret. */
function findTokenRuns(text: string): string[] {
  const id = /[a-z][a-z0-9-]{0,40}-(?:test|live)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
  const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi
  return (
    text
      .replace(id, ' ')
      .replace(uuid, ' ')
      .match(/[\w+/=~-]{20,}/g) ?? []
  )
}

/** Random text changes often between digits and letters or between cases. Names of events and screens are words. */
function isOpaque(run: string): boolean {
  const letters = run.replace(/[^0-9A-Za-z]/g, '')
  if (letters.length < 20) return false
  const changes = (letters.match(/[a-z][A-Z0-9]|[A-Z][0-9]|[0-9][A-Za-z]/g) ?? []).length
  return changes >= 5
}

function withoutSpaces(text: string): string {
  const solid = text.replace(/[\s\u200b-\u200d\u2060\ufeff\u00ad]/g, '')
  // Joined words can look like a token, so only forms with a known prefix are searched.
  return /ey[JK]|_st_|_ist_|secret-/i.test(solid) ? solid : ''
}

function decodeOnce(text: string): string {
  const plain = text
    .replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
      try {
        return decodeURIComponent(escaped)
      } catch {
        return ' '
      }
    })
    .replace(/\\u\{?([0-9a-f]{4})\}?|\\x([0-9a-f]{2})/gi, (_, four?: string, two?: string) =>
      String.fromCharCode(Number.parseInt(four ?? two ?? '20', 16)),
    )
    .replace(/&#(?:x([0-9a-f]{2,4})|(\d{2,5}));/gi, (_, hex?: string, decimal?: string) =>
      String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
  // One encoding at a time, so that the result is searched before the next one is removed.
  if (plain !== text) return plain
  return plain.replace(/[A-Za-z0-9+/_-]{8,}={0,2}/g, (run) => {
    const bytes = /^(?:[0-9a-f]{2})+$/i.test(run) ? Buffer.from(run, 'hex') : Buffer.from(run, 'base64')
    const content = bytes.toString('latin1')
    return /^[\x20-\x7e]{6,}$/.test(content) ? content : run
  })
}
