import type { Endpoint, ErrorBody } from '@latchkey/contract'
import { sdkPath } from '@latchkey/contract'
import type { BaseContext } from './base-context.ts'
import { requestTimeoutMs } from './constants.ts'
import { base64, utf8 } from './encoding.ts'
import { apiError, LatchkeyError, malformedResponse, unreachableError, usageError } from './errors.ts'

/** Sends a request and returns the `data` of its response. `id` replaces the path parameter of the endpoint. */
export type Request = <Body, Data>(endpoint: Endpoint<Body, Data>, body: Body, id?: string) => Promise<Data>

const captchaText = 'Captcha required'

/** The headers of every request: credentials, client and page. */
export type Headers = (host?: 'telemetry') => Record<'Authorization' | 'X-SDK-Client' | 'X-SDK-Parent-Host', string>

export function createHeaders(base: BaseContext, sessionToken: () => string, identity: () => object): Headers {
  const { platform, publicToken } = base
  return (host) => ({
    Authorization: `Basic ${base64(utf8(`${publicToken}:${(!host && sessionToken()) || publicToken}`))}`,
    'X-SDK-Client': base64(utf8(JSON.stringify(identity()))),
    'X-SDK-Parent-Host': platform.location.origin,
  })
}

/** Creates the function that sends all requests to the provider and turns failures into `LatchkeyError`s. */
export function createTransport(base: BaseContext, headers: Headers): Request {
  const { endings, platform } = base

  return async (endpoint, body, id = '') => {
    if (!endings.size) throw usageError(endpoint.path, 'The client is disposed.')
    const abort = new AbortController()
    const stop = (): void => abort.abort()
    endings.add(stop)
    const timer = platform.setTimeout(stop, requestTimeoutMs)
    let response: Response
    let text: string
    try {
      const url = base[endpoint.host ?? 'api'] + sdkPath + endpoint.path.replace(/{\w+}/, encodeURIComponent(id))
      response = await platform.fetch(url, {
        method: endpoint.method,
        credentials: 'include',
        headers: { ...headers(endpoint.host), 'Content-Type': 'application/json' },
        body: body && JSON.stringify(body),
        signal: abort.signal,
      })
      text = await response.text()
    } catch (cause) {
      throw unreachableError('Unable to contact our servers.', { cause })
    } finally {
      endings.delete(stop)
      platform.clearTimeout(timer)
    }
    return readResponse(response, text)
  }
}

async function readResponse<Data>({ headers, status }: Response, text: string): Promise<Data> {
  const isJson = text && headers.get('Content-Type')?.includes('json')
  const retryAfterMs = Number(headers.get('Retry-After')) * 1000 || undefined
  const isCaptcha = status > 299 && text.includes(captchaText)
  let json: (Partial<ErrorBody> & { data?: unknown }) | undefined
  try {
    if (isJson) json = JSON.parse(text)
  } catch (cause) {
    throw unreachableError('Invalid JSON response from our servers.', { cause, retryAfterMs })
  }
  if (status < 300 && json?.data instanceof Object) return json.data as Data
  if (status < 300 || !(isJson || isCaptcha)) {
    throw unreachableError(text && !isJson ? malformedResponse : 'Invalid or no response from server', { retryAfterMs })
  }
  const captcha = isCaptcha && { error_type: 'captcha_required', error_message: captchaText }
  const schema = (json?.body ?? json?.params ?? json?.query) && (await import('./schema-error.ts').catch(() => null))
  throw schema
    ? schema.schemaError(LatchkeyError, json as ErrorBody)
    : apiError({ ...json, ...captcha }, status, retryAfterMs)
}
