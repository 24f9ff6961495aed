import * as z from 'zod'
import type { Ok } from '../../core/endpoint.ts'
import { limits } from '../../core/limits.ts'
import { type Exact, exactly } from './exact.ts'

const unsafeText = 'must not contain NUL or unpaired surrogates'

/** Rejected, because not every database and encoder preserves them. */
export function isSafeText(value: string): boolean {
  return !value.includes('\0') && !/\p{Surrogate}/u.test(value)
}

/** Creates the schema of every string of the API: in bodies, paths, queries and headers. */
export function text(max: number): z.ZodString {
  return z.string().max(max).refine(isSafeText, unsafeText)
}

export const id: z.ZodString = text(256)
export const token: z.ZodString = text(512)
/** Long, because the tokens of other issuers may contain many claims. */
export const signedToken: z.ZodString = text(16_384)
/** RFC 5321 §4.5.3.1: 64 for the local part, 255 for the domain, and the `@`. The provider checks the format. */
export const email: z.ZodString = text(320)
export const phoneNumber: z.ZodString = text(64)
/** Longer than any policy permits, so that the policy reports passwords that are too long. */
export const password: z.ZodString = text(1_024)
export const url: z.ZodString = text(2_048)
export const locale: z.ZodString = text(64)
export const label: z.ZodString = text(256)
export const prose: z.ZodString = text(4_096)
export const timestamp: z.ZodString = text(64)
/** RFC 7636 §4.1 and §4.2: at most 128, for both. */
export const proofKey: z.ZodString = text(128)

/** A path parameter: never empty. */
export const pathParameter: z.ZodString = text(512).min(1)

export function minutes(bounds: { readonly min: number; readonly max: number }): z.ZodNumber {
  return z.number().int().min(bounds.min).max(bounds.max)
}

export const sessionMinutes: z.ZodNumber = minutes(limits.sessionMinutes)

export const sessionDuration: { session_duration_minutes: z.ZodNumber } = {
  session_duration_minutes: sessionMinutes,
}

export const optionalSessionDuration: { session_duration_minutes: z.ZodOptional<z.ZodNumber> } = {
  session_duration_minutes: sessionMinutes.optional(),
}

export const protection: {
  captcha_token: z.ZodOptional<z.ZodString>
  dfp_telemetry_id: z.ZodOptional<z.ZodString>
} = { captcha_token: text(8_192).optional(), dfp_telemetry_id: id.optional() }

export const okShape: { request_id: z.ZodString; status_code: z.ZodNumber } = {
  request_id: id,
  status_code: z.number().int().min(200).max(299),
}

export const ok: Exact<Ok> = exactly<Ok>()(z.object(okShape))

/** For requests without a body. A body is ignored, like unknown fields. */
export const noBody: Exact<null> = exactly<null>()(z.unknown().transform(() => null))

/** For endpoints that respond with a page. */
export const noData: Exact<null> = exactly<null>()(z.null())
