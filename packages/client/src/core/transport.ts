import type { Endpoint, ErrorBody } from '@latchkey/contract'
import { sdkPath } from '@latchkey/contract'
import { requestTimeoutMs } from '../constants.ts'
import type { EngineBase } from '../engine.ts'
import { base64 } from './encoding.ts'
import { apiError, malformedAnswer, schemaError, unreachableError, usageError } from './errors.ts'

/** Sends one call and hands back its `data`. `id` fills the endpoint's path parameter. */
export type Request = <Body, Data>(endpoint: Endpoint<Body, Data>, body: Body, id?: string) => Promise<Data>

const captchaText = 'Captcha required'
const emptyAnswer = 'Invalid or no response from server'

/** The one road to the provider: every header, every error. */
export function createTransport(base: EngineBase, sessionToken: () => string, identity: () => object): Request {
  const { endings, platform, publicToken } = base

  return async (endpoint, body, id = '') => {
    if (!endings.size) throw usageError(endpoint.path, 'The client has been disposed.')
    const abort = new AbortController()
    const stop = (): void => abort.abort()
    endings.add(stop)
    const cancel = platform.setTimeout(stop, requestTimeoutMs)
    let response: Response
    let text: string
    try {
      response = await platform.fetch(
        base.api + sdkPath + endpoint.path.replace(/{\w+}/, () => encodeURIComponent(id)),
        {
          method: endpoint.method,
          credentials: 'include',
          headers: {
            Authorization: `Basic ${base64(`${publicToken}:${sessionToken() || publicToken}`)}`,
            'Content-Type': 'application/json',
            'X-SDK-Client': base64(JSON.stringify(identity())),
            'X-SDK-Parent-Host': platform.location.origin,
          },
          body: body && JSON.stringify(body),
          signal: abort.signal,
        },
      )
      text = await response.text()
    } catch (cause) {
      throw unreachableError('Unable to contact our servers.', { cause })
    } finally {
      endings.delete(stop)
      cancel()
    }
    return readAnswer(response, text)
  }
}

function readAnswer<Data>({ headers, status }: Response, text: string): Data {
  const isJson = headers.get('content-type')?.includes('json')
  const retryAfterMs = Number(headers.get('retry-after')) * 1000 || undefined
  const isCaptcha = status > 299 && text.includes(captchaText)
  let json: Partial<ErrorBody> & { data?: unknown } = {}
  if (isJson && text) {
    try {
      json = JSON.parse(text)
    } catch (cause) {
      throw unreachableError('Invalid JSON response from our servers.', { cause, retryAfterMs })
    }
  } else if (!isCaptcha) {
    throw unreachableError(text ? malformedAnswer : emptyAnswer, { retryAfterMs })
  }
  if (status < 300) {
    if (!json?.data || typeof json.data !== 'object') throw unreachableError(emptyAnswer)
    return json.data as Data
  }
  const body: Partial<ErrorBody> = { ...json, status_code: status }
  if (isCaptcha) throw apiError({ error_message: captchaText, ...body, error_type: 'captcha_required' })
  throw body.body || body.params || body.query ? schemaError(body) : apiError(body, retryAfterMs)
}
