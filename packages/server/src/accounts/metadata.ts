import type { JsonObject } from '@latchkey/contract'
import { refuseField } from '../core/schema-issues.ts'

const largestMetadata = 4_096

/** Merges top-level keys; null removes a key. Each of the two metadata of an account has its own limit. */
export function mergeMetadata(
  field: 'trusted_metadata' | 'untrusted_metadata',
  current: JsonObject,
  change: JsonObject,
): JsonObject {
  const result = Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== null))
  requireSmallMetadata(field, result)
  return result
}

export function requireSmallMetadata(field: 'trusted_metadata' | 'untrusted_metadata', metadata: JsonObject): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > largestMetadata)
    throw refuseField(`.${field}`, `must not be larger than ${largestMetadata} bytes`, 'maxLength')
}
