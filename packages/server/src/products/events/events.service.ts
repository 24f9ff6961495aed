import type { JsonObject, JsonValue, TelemetryEvent } from '@latchkey/contract'
import { hmacHex } from '../../core/hash.ts'
import { newId } from '../../core/ids.ts'
import { limitFor } from '../../core/limits.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { siteOf } from '../../http/client-address.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { containsSecret, spellsSecret } from './secret-text.ts'

const largestBatch = 15
const day = 24 * 60 * 60_000
/** Limits on stored events, per process: about 8 MB a day for one network, 400 MB for a project. */
const storedPerNetwork = { limit: 2_000, windowMs: day }
const storedPerProject = { limit: 100_000, windowMs: day }
const largestDetails = 4_096

/** Stores the client's telemetry for thirty days. Personal values are hashed with an HMAC, secrets are dropped. */
export async function storeEvents(context: ProviderContext, call: Call<TelemetryEvent[]>): Promise<object> {
  const { storage, clock, random, vault, config, memoryLimits, dayLimits, metrics } = context
  const { project, body, client } = call
  const limit = limitFor('event_batches_per_ip', config.limits, undefined)
  const refused = memoryLimits.take(`events:${client.prefix}`, limit)
  if (refused) {
    metrics.limitHit('event_batches_per_ip')
    throw new ProviderError('too_many_requests', { retryAfterMs: refused.retryAfterMs })
  }
  if (body.length > largestBatch) throw refuseField('', `must not be longer than ${largestBatch}`, 'maxItems')
  const key = vault.derive(`events:${project.id}`)
  const now = clock.now()
  await storage.events.insert(
    body
      .filter(({ event }) => event.public_token === project.publicToken)
      // Events over the limit are accepted but not stored, so that the host page gets no error.
      .filter(() => dayLimits.take(`stored events:${project.id}:${siteOf(client.prefix)}`, storedPerNetwork) === null)
      .filter(() => dayLimits.take(`stored events:${project.id}`, storedPerProject) === null)
      .map(({ event, telemetry }) => ({
        projectId: project.id,
        id: newId('event', project.environment, now, random),
        name: textOf(event.event_name),
        details: {
          details: smallDetails(redactDetails(event.details, key) as JsonObject),
          sdk: textOf(telemetry.sdk.identifier),
          sdk_version: textOf(telemetry.sdk.version),
          ...(event.error_code === undefined ? {} : { error_code: textOf(event.error_code) }),
          ...(event.http_status_code === undefined ? {} : { http_status_code: event.http_status_code }),
        },
        createdAt: now,
      })),
  )
  return {}
}

const personalNames = /e-?mail|phone|address|identifier|user_?name/i
const secretNames = /token|code|password|secret|verifier|jwt/i
/** Fields with these names can contain a passcode as digits, also of another length or without its leading zeros. */
const digitNames = /otp|mfa|2fa|(^|[_-])pin($|[_-])/i
/** Six digits are a measurement, not a passcode. */
const measureNames = /duration|elapsed|time|count|size|length|width|height|bytes|(^|_)ms$/i

function smallDetails(details: JsonObject): JsonObject {
  return Buffer.byteLength(JSON.stringify(details)) > largestDetails ? { dropped: true } : details
}

/** Stored in place of a text that contains a secret. */
const dropped = 'dropped'

function textOf(text: string): string {
  return containsSecret(text) ? dropped : text
}

/** Drops secrets and hashes addresses, by the name of the field and by the form of the value. */
function redactDetails(value: JsonValue, key: Uint8Array): JsonValue {
  if (Array.isArray(value))
    return spellsSecret(value) ? [] : value.filter((item) => !isSecret(item)).map((item) => redactDetails(item, key))
  if (typeof value === 'string') return looksPersonal(value) ? hmacHex(key, value) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, item]) => !secretNames.test(name) && !containsSecret(name) && !isSecret(item, name))
      .map(([name, item]) =>
        typeof item === 'string' && personalNames.test(name)
          ? [name, hmacHex(key, item)]
          : [name, redactDetails(item, key)],
      ),
  )
}

/** `name` is the field of the value; empty for an item of a list. */
function isSecret(value: JsonValue, name = ''): boolean {
  if (digitNames.test(name) && holdsDigits(value)) return true
  if (typeof value === 'number') return !measureNames.test(name) && containsSecret(String(value))
  return typeof value === 'string' && containsSecret(value)
}

function holdsDigits(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(holdsDigits)
  return typeof value === 'number' || (typeof value === 'string' && /^[\d\s-]+$/.test(value) && /\d/.test(value))
}

function looksPersonal(value: string): boolean {
  return value.includes('@') || /^\+?[\d\s().-]{7,}$/.test(value)
}
