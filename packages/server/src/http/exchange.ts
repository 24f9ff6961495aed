import { errorTable } from '@latchkey/contract'
import type { ClientInfo } from '../core/caller.ts'
import { randomId } from '../core/ids.ts'
import { limitFor, limitOfSite } from '../core/limits.ts'
import { ProviderError } from '../core/provider-error.ts'
import { thrownFields } from '../core/thrown-fields.ts'
import { noTracing, type Span, type SpanStart } from '../core/tracing.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { StorageUnavailableError } from '../storage/storage-error.ts'
import { type ClientAddress, siteOf } from './client-address.ts'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'
import { allowOrigin } from './cors.ts'
import { type AnswerHeaders, baseHeaders, errorResponse } from './responses.ts'

/** A request and the response under construction. */
export interface Exchange {
  readonly request: Request
  readonly client: ClientInfo
  /** The headers of the response. */
  readonly headers: AnswerHeaders
  /** Cookies that the response sets, also with an error. */
  readonly setCookies: string[]
  requestId: string
  /** The trace of the request, for the log; null without tracing. */
  readonly traceId: string | null
  project: ProjectRecord | null
  /** Whether a page may read the error; false for endpoints that only backends call. */
  isForPages: boolean
  /** Releases the slot while the request's body is read: a slow sender holds a socket, but no slot. */
  awaitSender<T>(read: () => Promise<T>): Promise<T>
}

export interface Exchanger {
  /** Runs `work` and turns its result into a response: data, an error of the table, or 503. */
  answer(
    request: Request,
    peerAddress: string,
    endpoint: AnsweredEndpoint,
    work: (exchange: Exchange) => Promise<Response>,
  ): Promise<Response>
}

/** What the log, the metrics and the spans say about the target of a request. */
export interface AnsweredEndpoint {
  name: string
  /** The template of the path, such as `/v1/users/{user_id}`; null if no route matches. */
  path: string | null
  /** Handled without a slot and without a span: health checks must work when the provider is busy. */
  isUrgent?: boolean | undefined
}

interface Received {
  request: Request
  address: ClientAddress
  endpoint: AnsweredEndpoint
  span: Span
}

const longestUserAgent = 256
const defaultMaxInFlight = 1_000
/** Longer than a short load peak, and shorter than the timeouts of clients. */
const defaultLongestWaitMs = 5_000
const mostWaiting = 20_000

export function createExchanger(context: ProviderContext): Exchanger {
  const { config, random, logger, metrics, storage, tracing } = context
  const secure = context.baseUrl.startsWith('https:')
  const maxInFlight = config.maxInFlight ?? defaultMaxInFlight
  const limiter = createConcurrencyLimiter({
    count: maxInFlight,
    longestWaitMs: config.longestWaitMs ?? defaultLongestWaitMs,
    mostWaiting,
  })

  /** The slot of one request. Releasing it twice has no effect. */
  function createSlot(): { acquire(): Promise<void> | undefined; release(): void } {
    let isHeld = false
    const hold = (): void => {
      isHeld = true
      metrics.inFlight(limiter.inUse())
    }
    return {
      acquire() {
        const waiting = limiter.acquire()
        if (waiting) return waiting.then(hold)
        hold()
        return undefined
      },
      release() {
        if (!isHeld) return
        isHeld = false
        limiter.release()
        metrics.inFlight(limiter.inUse())
      },
    }
  }

  async function attempt(exchange: Exchange, endpoint: string, work: (exchange: Exchange) => Promise<Response>) {
    try {
      return { response: await work(exchange), errorType: '' }
    } catch (thrown) {
      const error = asProviderError(thrown)
      if (error.type === 'internal_error') report(context, endpoint, exchange, thrown)
      await letReadError(context, exchange, thrown)
      return { response: errorResponse(error, exchange, context), errorType: error.type }
    }
  }

  async function respond(
    { request, address, endpoint, span }: Received,
    work: (exchange: Exchange) => Promise<Response>,
  ): Promise<Response> {
    const startedAt = performance.now()
    const slot = createSlot()
    const requestId = randomId('request-id', config.mode === 'production' ? 'live' : 'test', random)
    const exchange: Exchange = {
      request,
      client: clientOf(context, request, address),
      headers: baseHeaders(requestId, secure),
      setCookies: [],
      requestId,
      traceId: span.traceId,
      project: null,
      isForPages: true,
      async awaitSender(read) {
        slot.release()
        const value = await read()
        await slot.acquire()
        return value
      },
    }
    try {
      const { response, errorType } = await attempt(exchange, endpoint.name, async (admitted) => {
        const waiting = endpoint.isUrgent ? undefined : slot.acquire()
        if (waiting) await waiting
        return storage.runWithDeadline(() => work(admitted))
      })
      for (const cookie of exchange.setCookies) response.headers.append('set-cookie', cookie)
      const durationMs = performance.now() - startedAt
      metrics.answered(endpoint.name, response.status, errorType, durationMs)
      describeResponse(span, exchange, response.status, errorType)
      logger.info(
        {
          request_id: exchange.requestId,
          trace_id: exchange.traceId,
          project_id: exchange.project?.id,
          endpoint: endpoint.name,
          method: request.method,
          status: response.status,
          duration_ms: Math.round(durationMs * 100) / 100,
          error_type: errorType,
          ip_prefix: exchange.client.prefix,
        },
        'answered',
      )
      return response
    } finally {
      slot.release()
    }
  }

  return {
    answer(request, peerAddress, endpoint, work) {
      const address = context.readAddress(peerAddress, request.headers.get('x-forwarded-for'))
      const { run } = endpoint.isUrgent ? noTracing : tracing
      return run(
        () => spanOf(request, endpoint, Boolean(config.trustTraceparent) && address.isForwarded),
        (span) => respond({ request, address, endpoint, span }, work),
      )
    },
  }
}

const spannedMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** No URL, address or user agent: they contain tokens and personal data. */
function spanOf({ method, headers }: Request, { name, path }: AnsweredEndpoint, continuesTrace: boolean): SpanStart {
  // Clients can send any word as a method.
  const known = spannedMethods.includes(method) ? method : '_OTHER'
  const word = known === '_OTHER' ? 'HTTP' : known
  return {
    name: path === null ? word : `${word} ${path}`,
    kind: 'server',
    attributes: {
      'http.request.method': known,
      ...(path === null ? {} : { 'http.route': path }),
      'latchkey.endpoint': name,
    },
    parent: continuesTrace
      ? { traceparent: headers.get('traceparent'), tracestate: headers.get('tracestate') }
      : 'active',
  }
}

function describeResponse(span: Span, exchange: Exchange, status: number, errorType: string): void {
  if (exchange.traceId === null) return
  span.setAttributes({
    'http.response.status_code': status,
    'latchkey.request_id': exchange.requestId,
    ...(exchange.project ? { 'latchkey.project_id': exchange.project.id } : {}),
    ...(errorType === '' ? {} : { 'error.type': errorType }),
  })
  // A response with 4xx is the error of the caller.
  if (status >= 500) span.fail(errorType)
}

/** Sets the project, and its environment in the request id. */
export function identifyProject(exchange: Exchange, project: ProjectRecord): void {
  exchange.project = project
  exchange.requestId = exchange.requestId.replace(/^request-id-(test|live)/, `request-id-${project.environment}`)
  exchange.headers['x-request-id'] = exchange.requestId
}

/** The coarse limit of each process: all requests, by network and by the /48 of an IPv6 network. */
export function countRequest(context: ProviderContext, client: ClientInfo): void {
  const limit = limitFor('requests_per_ip', context.config.limits, undefined)
  const site = siteOf(client.prefix)
  const larger = site === client.prefix ? null : limitOfSite('requests_per_ip', limit)
  const refused =
    context.memoryLimits.take(`requests:${client.prefix}`, limit) ??
    (larger && context.memoryLimits.take(`requests:site ${site}`, larger))
  if (!refused) return
  context.metrics.limitHit('requests_per_ip')
  if (refused.firstRefusal)
    context.logger.warn({ limit: 'requests_per_ip', ip_prefix: client.prefix }, 'a limit was reached')
  throw new ProviderError('too_many_requests', { retryAfterMs: refused.retryAfterMs })
}

function asProviderError(thrown: unknown): ProviderError {
  if (thrown instanceof ProviderError) return thrown
  const type = thrown instanceof StorageUnavailableError ? 'service_unavailable' : 'internal_error'
  return new ProviderError(type, { cause: thrown })
}

function report(context: ProviderContext, endpoint: string, exchange: Exchange, thrown: unknown): void {
  context.metrics.internalError(endpoint)
  context.logger.error(
    {
      request_id: exchange.requestId,
      trace_id: exchange.traceId,
      project_id: exchange.project?.id,
      endpoint,
      ...thrownFields(thrown),
      status: errorTable.internal_error.status,
    },
    'unexpected error',
  )
}

/**
 * Lets a page read its error even if the request was rejected before its project was known: if some project has
 * authorized the origin.
 */
async function letReadError({ projects }: ProviderContext, exchange: Exchange, thrown: unknown): Promise<void> {
  const { request, headers, project, isForPages } = exchange
  const origin = request.headers.get('origin')
  if (isForPages && thrown instanceof ProviderError && origin !== null && thrown.advice?.readableBy === origin)
    return allowOrigin(headers, origin, true)
  if (origin === null || !isForPages || project !== null || headers['access-control-allow-origin'] !== undefined) return
  // After a timeout of the database, only the cache is asked.
  const isAuthorized =
    thrown instanceof StorageUnavailableError
      ? projects.isKnownToAuthorize(origin)
      : await projects.isAuthorizedByAnyProject(origin).catch(() => false)
  if (isAuthorized) allowOrigin(headers, origin, true)
}

function clientOf(context: ProviderContext, request: Request, { ip, prefix }: ClientAddress): ClientInfo {
  const userAgent = (request.headers.get('user-agent') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, longestUserAgent)
  const { countryHeader } = context.config
  return {
    ...{ ip, prefix, userAgent },
    acceptLanguage: request.headers.get('accept-language') ?? undefined,
    sdkClient: request.headers.get('x-sdk-client') ?? undefined,
    country: countryHeader ? request.headers.get(countryHeader)?.trim().toUpperCase() : undefined,
  }
}
