import type { Endpoint, ErrorBody } from '@latchkey/contract'
import { sdkPath } from '@latchkey/contract'
import type { Platform } from '../platform/platform.ts'
import { base64 } from './encoding.ts'
import { ApiError, SchemaError, UnreachableError, UsageError } from './errors.ts'

/** Sends one call and hands back its `data`. `id` fills the endpoint's path parameter. */
export type Request = <Body, Data>(endpoint: Endpoint<Body, Data>, body: Body, id?: string) => Promise<Data>

export interface Transport {
  readonly request: Request
  /** The server's clock minus ours, in ms, as the last answer told; undefined while none did. */
  readonly clockDelta: () => number | undefined
  readonly dispose: () => void
}

interface World {
  readonly platform: Pick<Platform, 'fetch' | 'clock' | 'page'>
  readonly api: string
  readonly publicToken: string
  /** The session token of this very moment, or ''. */
  readonly sessionToken: () => string
  readonly telemetry: () => object
}

const requestTimeoutMs = 30_000
const captchaText = 'Captcha required'

/** The one road to the provider: every header, every error. */
export function createTransport({ platform, api, publicToken, sessionToken, telemetry }: World): Transport {
  const { clock } = platform
  const open = new Set<AbortController>()
  let isDisposed = false
  let delta: number | undefined

  async function exchange(url: string, init: RequestInit): Promise<readonly [Response, string]> {
    const abort = new AbortController()
    const cancel = clock.setTimeout(() => abort.abort(), requestTimeoutMs)
    open.add(abort)
    try {
      const response = await platform.fetch(url, { ...init, signal: abort.signal })
      return [response, await response.text()]
    } catch (cause) {
      throw new UnreachableError('unreachable', cause)
    } finally {
      open.delete(abort)
      cancel()
    }
  }

  return {
    async request(endpoint, body, id = '') {
      if (isDisposed) throw new UsageError(endpoint.path, 'The client has been disposed.')
      const path = endpoint.path.replace(/\{\w+\}/, () => encodeURIComponent(id))
      const [response, text] = await exchange(api + sdkPath + path, {
        method: endpoint.method,
        credentials: 'include',
        headers: {
          Authorization: `Basic ${base64(`${publicToken}:${sessionToken() || publicToken}`)}`,
          'Content-Type': 'application/json',
          'X-SDK-Client': base64(JSON.stringify(telemetry())),
          'X-SDK-Parent-Host': new URL(platform.page.href()).origin,
        },
        body: body === null ? null : JSON.stringify(body),
      })
      const date = Date.parse(response.headers.get('date') ?? '')
      if (date) delta = date - clock.now()
      return readAnswer(response, text, clock.now() + (delta ?? 0))
    },
    clockDelta: () => delta,
    dispose() {
      isDisposed = true
      for (const abort of open) abort.abort()
    },
  }
}

function readAnswer<Data>(response: Response, text: string, serverNow: number): Data {
  const isOk = response.status < 300
  const retryAfter = readRetryAfter(response.headers.get('retry-after'), serverNow)
  const isJson = /json/i.test(response.headers.get('content-type') ?? '')
  if (!isOk && text.includes(captchaText) && !isJson) {
    throw new ApiError({ status_code: response.status, error_type: 'captcha_required', error_message: captchaText })
  }
  if (!text) throw new UnreachableError('no_response', undefined, retryAfter)
  if (!isJson) throw new UnreachableError('invalid_response', undefined, retryAfter)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new UnreachableError('invalid_json', cause, retryAfter)
  }
  if (isOk) {
    const data = (json as { data?: unknown } | null)?.data
    if (typeof data !== 'object' || data === null) throw new UnreachableError('no_response')
    return data as Data
  }
  const body: Partial<ErrorBody> = { status_code: response.status, ...(json as object) }
  if (body.body || body.params || body.query) throw new SchemaError(body)
  throw new ApiError(text.includes(captchaText) ? { ...body, error_type: 'captcha_required' } : body, retryAfter)
}

/** Seconds, or a date. */
function readRetryAfter(value: string | null, serverNow: number): number | undefined {
  if (!value) return undefined
  const ms = Number.isNaN(Number(value)) ? Date.parse(value) - serverNow : Number(value) * 1000
  return ms > 0 ? ms : undefined
}
