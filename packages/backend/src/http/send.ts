import type { ErrorBody, HttpMethod } from '@latchkey/contract'
import { apiError, unreachableError, usageError } from './errors.ts'

/** The part of `fetch` that the backend uses. */
export type BackendFetch = (url: string, init: RequestInit) => Promise<Response>

/** A hanging provider must not hang the requests of the application. */
const timeoutMs = 10_000

export interface Call {
  readonly method: HttpMethod
  /** With the query. */
  readonly path: string
  /** User name and password of the `Authorization` header; none for public endpoints. */
  readonly credentials?: string
  readonly body?: object
}

/** Sends a request without an `Origin` header, and returns the `data` of its response. */
export type Send = (call: Call) => Promise<unknown>

/** The URL without a slash at its end. */
export function parseBaseUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) throw usageError('baseUrl is missing or not a URL.')
  return baseUrl.replace(/\/$/, '')
}

export function createSend(
  url: string,
  // Read at each call: tests and instrumentation replace the global function.
  fetch: BackendFetch = (...request) => globalThis.fetch(...request),
): Send {
  const baseUrl = parseBaseUrl(url)
  return async ({ method, path, credentials, body }) => {
    const headers: Record<string, string> = {}
    if (credentials) headers.authorization = `Basic ${btoa(credentials)}`
    if (body) headers['content-type'] = 'application/json'
    const signal = AbortSignal.timeout(timeoutMs)
    let response: Response
    let json: { data?: unknown } & Partial<ErrorBody>
    try {
      // A redirect is never expected, and would send the credentials to another URL.
      const init: RequestInit = { method, headers, redirect: 'manual', signal }
      response = await fetch(baseUrl + path, body ? { ...init, body: JSON.stringify(body) } : init)
    } catch (cause) {
      throw unreachableError(`The provider at ${baseUrl} did not respond.`, { cause })
    }
    const { ok, status } = response
    const retryAfterMs = Number(response.headers.get('retry-after')) * 1_000 || undefined
    const unreadable = (cause?: unknown): Error =>
      unreachableError(`The provider responded with status ${status}.`, { cause, retryAfterMs })
    try {
      json = (await response.json()) as typeof json
    } catch (cause) {
      throw unreadable(cause)
    }
    if (ok && json?.data) return json.data
    // Other services respond with JSON too: only the provider's errors have a type.
    throw ok || status >= 500 || !json?.error_type ? unreadable() : apiError(json as ErrorBody, retryAfterMs)
  }
}
