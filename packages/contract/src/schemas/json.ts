import * as z from 'zod'
import type { JsonObject } from '../endpoint.ts'
import { isSafeText } from './base.ts'
import { type Exact, exactly } from './exact.ts'

/** How deep objects and lists may stand in each other, the outermost included. */
export const jsonDepth = 20

/** Goes no deeper than the limit: the nesting of the input cannot exhaust the stack. */
function isSafeJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'boolean') return true
  if (typeof value === 'string') return isSafeText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isSafeJson(item, depth - 1))
  // A key of this name turns into a prototype in the hands of the first program that copies key by key.
  return Object.entries(value).every(
    ([key, item]) => key !== '__proto__' && isSafeText(key) && isSafeJson(item, depth - 1),
  )
}

/** An object of the caller's own making. Its size in bytes is for the server to bound. */
export const jsonObject: Exact<JsonObject> = exactly<JsonObject>()(
  z.custom<JsonObject>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isSafeJson(value, jsonDepth),
    `must be a JSON object, nested ${jsonDepth} deep at most, without NUL, unpaired surrogates or a __proto__ key`,
  ),
)
