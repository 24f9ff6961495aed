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
/** What is stored of events, in each process: about 8 MB a day of one network, 400 MB of a project. */
const storedPerNetwork = { limit: 2_000, windowMs: day }
const storedPerProject = { limit: 100_000, windowMs: day }
const largestDetails = 4_096

/** Keeps what the kit tells of itself, for thirty days. Who it was about is kept as an HMAC, or not at all. */
export async function keepEvents(context: ProviderContext, call: Call<TelemetryEvent[]>): Promise<object> {
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
      // Beyond the budget events are accepted and not stored: a page must not fail because of them.
      .filter(() => dayLimits.take(`stored events:${project.id}:${siteOf(client.prefix)}`, storedPerNetwork) === null)
      .filter(() => dayLimits.take(`stored events:${project.id}`, storedPerProject) === null)
      .map(({ event, telemetry }) => ({
        projectId: project.id,
        id: newId('event', project.environment, now, random),
        name: textOf(event.event_name),
        details: {
          details: smallDetails(withoutPeople(event.details, key) as JsonObject),
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

const personal = /e-?mail|phone|address|identifier|user_?name/i
const secret = /token|code|password|secret|verifier|jwt/i

function smallDetails(details: JsonObject): JsonObject {
  return Buffer.byteLength(JSON.stringify(details)) > largestDetails ? { dropped: true } : details
}

/** Stored in place of a text that contains a secret. */
const dropped = 'dropped'

function textOf(text: string): string {
  return containsSecret(text) ? dropped : text
}

/** Secrets are dropped and addresses hashed: by the name of the field, and by the form of the value. */
function withoutPeople(value: JsonValue, key: Uint8Array): JsonValue {
  if (Array.isArray(value))
    return spellsSecret(value) ? [] : value.filter((item) => !isSecret(item)).map((item) => withoutPeople(item, key))
  if (typeof value === 'string') return looksPersonal(value) ? hmacHex(key, value) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, item]) => !secret.test(name) && !containsSecret(name) && !isSecret(item))
      .map(([name, item]) =>
        typeof item === 'string' && personal.test(name) ? [name, hmacHex(key, item)] : [name, withoutPeople(item, key)],
      ),
  )
}

function isSecret(value: JsonValue): boolean {
  return typeof value === 'string' && containsSecret(value)
}

function looksPersonal(value: string): boolean {
  return value.includes('@') || /^\+?[\d\s().-]{7,}$/.test(value)
}
