import { type ErrorBody, errorDocsPath, errorTable } from '@latchkey/contract'
import type { Random } from '../core/clock-and-random.ts'
import { jsonText } from '../core/json-text.ts'
import type { Advice, ProviderError } from '../core/provider-error.ts'

/** By lower-case name. A plain object, because `Headers` is slow and every request needs one. */
export type AnswerHeaders = Record<string, string>

/** The headers of every response. An API response renders nothing and must not be framed. */
export function baseHeaders(requestId: string, secure: boolean): AnswerHeaders {
  const headers: AnswerHeaders = {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  }
  if (secure) headers['strict-transport-security'] = 'max-age=63072000; includeSubDomains'
  return headers
}

/** A success: everything under `data`, together with the request id and the status. */
export function dataResponse(data: object, requestId: string, headers: AnswerHeaders): Response {
  headers['content-type'] = 'application/json'
  return new Response(jsonText({ data: { ...data, request_id: requestId, status_code: 200 } }), {
    status: 200,
    headers,
  })
}

/** The part of the configuration that an error message depends on. */
interface AdviceConfig {
  mode: string
  commandLine?: string | undefined
}

/**
 * An error, without a `data` wrapper. It repeats no part of the request, except that a set-up error names the origin or
 * the URL to add.
 */
export function errorResponse(
  error: ProviderError,
  { requestId, headers }: { requestId: string; headers: AnswerHeaders },
  { random, baseUrl, config }: { random: Random; baseUrl: string; config: AdviceConfig },
): Response {
  const { status, message } = errorTable[error.type]
  const advice = error.advice && withCommand(error.advice, config)
  const body: ErrorBody = {
    status_code: status,
    request_id: requestId,
    error_type: error.type,
    error_message: advice?.message ?? message,
    error_url: `${baseUrl}${errorDocsPath}/${error.type}`,
    ...(advice ? { error_details: advice.details } : {}),
    ...error.issues,
    ...(error.details && { error_details: error.details }),
  }
  setRetryAfter(headers, error, random)
  // Existing clients look for this exact text in a body that is not JSON.
  if (error.type === 'captcha_required') {
    headers['content-type'] = 'text/plain; charset=utf-8'
    return new Response(message, { status, headers })
  }
  headers['content-type'] = 'application/json'
  return new Response(jsonText(body), { status, headers })
}

/** Writes the command as the operator can run it; a development provider needs `--dev`. */
function withCommand(
  { message, details, ...advice }: Advice,
  { mode, commandLine = 'latchkey' }: AdviceConfig,
): Advice {
  const { command } = details
  if (command === undefined) return { message, details, ...advice }
  const runnable = command.replace(/^latchkey/, () => commandLine) + (mode === 'development' ? ' --dev' : '')
  return { ...advice, message: message.replace(command, () => runnable), details: { ...details, command: runnable } }
}

const shortestWaitMs = 1_000
const spreadMs = 10_000

/** Sets `Retry-After` with jitter, so that clients that were rejected together do not retry together. */
export function setRetryAfter(headers: AnswerHeaders, error: ProviderError, random: Random): void {
  const { status } = errorTable[error.type]
  if (status !== 429 && status !== 503) return
  const known = error.retryAfterMs
  const fraction = Buffer.from(random.bytes(4)).readUInt32BE() / 2 ** 32
  const spread = known === null ? spreadMs : Math.min(spreadMs, known / 4)
  headers['retry-after'] = String(Math.ceil(((known ?? shortestWaitMs) + fraction * spread) / 1_000))
}
