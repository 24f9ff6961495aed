import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { defaultLimits, type Limit, type LimitName, readDisposableDomains } from '@latchkey/server'
import { webhookKey } from '@latchkey/server/node'
import { ConfigError } from './config-error.ts'
import type { Found } from './settings.ts'

/** Parsers of setting values. An error names the source of the value. */

export function readPort({ value, source }: Found): number {
  const port = Number(value)
  if (!/^\d{1,5}$/.test(value) || port > 65_535) throw new ConfigError(source, 'must be a port: 0 to 65535')
  return port
}

export function readBaseUrl({ value, source }: Found): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new ConfigError(source, 'must be an https URL')
  }
  if (url.origin !== value.replace(/\/$/, '')) {
    throw new ConfigError(
      source,
      'must be an origin such as https://auth.example.com, without a path. To use the host of your pages see "One host for pages and provider" in docs/provider.md',
    )
  }
  const onThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !onThisMachine) throw new ConfigError(source, 'must use https, except on localhost')
  return url.origin
}

export type DatabaseAddress = { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string }

export function readDatabaseUrl({ value, source }: Found): DatabaseAddress {
  const sqlite = /^sqlite:(?:\/\/)?(.+)$/.exec(value)
  if (sqlite?.[1]) {
    // All accounts would be lost at the end of the process.
    if (sqlite[1] === ':memory:')
      throw new ConfigError(source, 'must be a file: a database in memory is lost when the provider stops')
    return { engine: 'sqlite', path: sqlite[1] }
  }
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && (url.protocol === 'postgres:' || url.protocol === 'postgresql:') && url.hostname !== '') {
    return { engine: 'postgres', url: value }
  }
  throw new ConfigError(source, 'must be sqlite:<path> or postgres://user:password@host/database')
}

export interface ReadMasterKey {
  id: string
  key: Uint8Array
}

const keyBytes = 32
/** The probability that 32 random bytes have fewer distinct values is negligible. */
const leastDistinct = 16

/** Comma-separated keys. The first one encrypts, all of them decrypt. The id of a key is derived from its digest. */
export function readMasterKeys({ value, source }: Found): [ReadMasterKey, ...ReadMasterKey[]] {
  const keys = value.split(',').map((text) => {
    const key = decodeKey(text.trim())
    if (!key) {
      throw new ConfigError(
        source,
        'must be 32 random bytes in base64 or hex. Create one with: openssl rand -base64 32',
      )
    }
    if (new Set(key).size < leastDistinct || isPassphrase(text.trim(), key))
      throw new ConfigError(source, 'is too weak. Create a random value with: openssl rand -base64 32')
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 12), key: new Uint8Array(key) }
  })
  const [first, ...rest] = keys
  if (!first) throw new ConfigError(source, 'is empty')
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) throw new ConfigError(source, 'contains a key twice')
  return [first, ...rest]
}

/** Whether the key is text: random bytes are never all printable, and their base64 never has a single case. */
function isPassphrase(text: string, key: Uint8Array): boolean {
  const isHex = text.length === 2 * keyBytes
  const isOneCase = !/[a-z]/.test(text) || !/[A-Z]/.test(text)
  return key.every((byte) => byte >= 0x20 && byte < 0x7f) || (!isHex && isOneCase)
}

function decodeKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null
  const key = Buffer.from(text, 'base64')
  return key.length === keyBytes ? key : null
}

export function readSecret({ value, source }: Found, leastLength: number): string {
  if (value.length < leastLength) throw new ConfigError(source, `must have at least ${leastLength} characters`)
  if (new Set(value).size < 8)
    throw new ConfigError(source, 'is too weak. Create a random value with: openssl rand -base64 32')
  return value
}

/** `whsec_` and base64 (Standard Webhooks), or text with the given minimum length. */
export function readWebhookSecret(found: Found, leastLength: number): string {
  try {
    webhookKey(found.value)
  } catch (error) {
    throw new ConfigError(found.source, error instanceof Error ? error.message : 'cannot be read')
  }
  return readSecret(found, leastLength)
}

export function readHookUrl({ value, source }: Found): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url) throw new ConfigError(source, 'must be an https URL')
  const onThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && onThisMachine)
  if (!isSafe || url.username !== '') throw new ConfigError(source, 'must be an https URL without a user')
  return url.href
}

export function readTrustProxy({ value, source }: Found): number | string[] {
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const networks = value.split(',').map((network) => network.trim())
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    const bitsFit = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
    if (isIP(address) === 0 || !bitsFit || network.split('/').length > 2) {
      throw new ConfigError(source, 'must be a number of proxies or networks such as 10.0.0.0/8')
    }
    // Every caller would be a trusted proxy and could set its own IP address.
    if (bits !== undefined && Number(bits) === 0) throw new ConfigError(source, 'must not include all addresses (/0)')
  }
  return networks
}

const longestDelay = 60

/** Requires a trusted proxy: otherwise a client could send any country. */
export function readCountryHeader({ value, source }: Found, trustProxy: Found | undefined): string {
  if (!/^[a-z0-9-]{1,64}$/i.test(value)) throw new ConfigError(source, 'must be the name of a header')
  if (trustProxy === undefined) throw new ConfigError(source, 'requires LATCHKEY_TRUST_PROXY')
  return value.toLowerCase()
}

/** Requires a trusted proxy: otherwise a client could choose which of its requests are traced. */
export function readTrustTraceparent({ value, source }: Found, trustProxy: Found | undefined): boolean {
  if (value !== 'true' && value !== 'false') throw new ConfigError(source, 'must be true or false')
  if (value === 'true' && trustProxy === undefined) throw new ConfigError(source, 'requires LATCHKEY_TRUST_PROXY')
  return value === 'true'
}

/** Seconds, as milliseconds. */
export function readShutdownDelay({ value, source }: Found): number {
  const seconds = Number(value)
  if (!/^\d{1,2}$/.test(value) || seconds > longestDelay)
    throw new ConfigError(source, `must be whole seconds: 0 to ${longestDelay}`)
  return seconds * 1_000
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

export function readLogLevel({ value, source }: Found): (typeof logLevels)[number] {
  const level = logLevels.find((known) => known === value)
  if (!level) throw new ConfigError(source, `must be one of ${logLevels.join(', ')}`)
  return level
}

/** `{"sends_per_ip": {"limit": 50, "windowMs": 900000}}`. A limit can be changed, but not turned off. */
export function readLimits({ value, source }: Found): Partial<Record<LimitName, Limit>> {
  let limits: unknown
  try {
    limits = JSON.parse(value)
  } catch {
    throw new ConfigError(source, 'must be JSON')
  }
  if (typeof limits !== 'object' || limits === null || Array.isArray(limits)) {
    throw new ConfigError(source, 'must be an object of limits by name')
  }
  for (const [name, entry] of Object.entries(limits)) {
    if (!Object.hasOwn(defaultLimits, name))
      throw new ConfigError(source, `contains ${name}, which is not a limit. docs/rate-limits.md lists all limits`)
    const { limit, windowMs } = (entry ?? {}) as Partial<Record<string, unknown>>
    if (!isCount(limit) || !isCount(windowMs)) {
      throw new ConfigError(
        source,
        `contains ${name} with a wrong value: limit and windowMs must be whole numbers of at least 1`,
      )
    }
  }
  return limits as Partial<Record<LimitName, Limit>>
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}

export function readDomains({ value, source }: Found): ReadonlySet<string> {
  try {
    return readDisposableDomains(value)
  } catch (error) {
    throw new ConfigError(source, error instanceof Error ? error.message : 'cannot be read')
  }
}
