import * as z from 'zod'
import type { JsonObject } from '../../core/endpoint.ts'
import { isSafeText } from './base.ts'
import { type Exact, exactly } from './exact.ts'

/** The maximum nesting depth of objects and lists, including the outermost. */
export const jsonDepth = 20

/** Stops at the limit, so that deep input cannot exhaust the stack. */
function isSafeJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'boolean') return true
  if (typeof value === 'string') return isSafeText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isSafeJson(item, depth - 1))
  // Rejected, because programs that copy key by key would set the prototype.
  return Object.entries(value).every(
    ([key, item]) => key !== '__proto__' && isSafeText(key) && isSafeJson(item, depth - 1),
  )
}

/** Any object of the client. The provider limits its size in bytes. */
export const jsonObject: Exact<JsonObject> = exactly<JsonObject>()(
  z.custom<JsonObject>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isSafeJson(value, jsonDepth),
    `must be a JSON object, nested ${jsonDepth} deep at most, without NUL, unpaired surrogates or a __proto__ key`,
  ),
)
