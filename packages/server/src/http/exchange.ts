import { errorTable } from '@latchkey/contract'
import type { ClientInfo } from '../core/caller.ts'
import { randomId } from '../core/ids.ts'
import { limitFor } from '../core/limits.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { StorageUnavailableError } from '../storage/storage-error.ts'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'
import { allowOrigin } from './cors.ts'
import { type AnswerHeaders, baseHeaders, errorResponse } from './responses.ts'

/** A request on its way to its answer. */
export interface Exchange {
  readonly request: Request
  readonly client: ClientInfo
  /** The answer's headers, as far as they are known. */
  readonly headers: AnswerHeaders
  /** Cookies that the answer sets, whatever it is. */
  readonly setCookies: string[]
  requestId: string
  project: ProjectRecord | null
  /** May a page read why it was refused? Not where only servers call. */
  isForPages: boolean
  /** Waits for the sender. Slow ones cost a socket, but no place among the requests being answered. */
  awaitSender<T>(read: () => Promise<T>): Promise<T>
}

export interface Exchanger {
  /** Runs `work` and turns whatever comes of it into an answer: data, an error of the table, or 503. */
  answer(
    request: Request,
    peerAddress: string,
    endpoint: string,
    work: (exchange: Exchange) => Promise<Response>,
    /** Answered without a place: whoever asks whether the provider lives is told so most of all when it is busy. */
    isUrgent?: boolean,
  ): Promise<Response>
}

const longestUserAgent = 256
const defaultMaxInFlight = 1_000
/** Longer than a busy moment lasts, and much shorter than anybody's patience. */
const defaultLongestWaitMs = 5_000
const mostWaiting = 20_000

export function createExchanger(context: ProviderContext): Exchanger {
  const { config, random, logger, metrics, storage } = context
  const secure = context.baseUrl.startsWith('https:')
  const maxInFlight = config.maxInFlight ?? defaultMaxInFlight
  const places = createConcurrencyLimiter({
    count: maxInFlight,
    longestWaitMs: config.longestWaitMs ?? defaultLongestWaitMs,
    mostWaiting,
  })

  /** One of the places, for one request: to be left as often as one likes. */
  function createPlace(): { take(): Promise<void> | undefined; leave(): void } {
    let isTaken = false
    const arrive = (): void => {
      isTaken = true
      metrics.inFlight(places.taken())
    }
    return {
      take() {
        const waiting = places.take()
        if (waiting) return waiting.then(arrive)
        arrive()
        return undefined
      },
      leave() {
        if (!isTaken) return
        isTaken = false
        places.leave()
        metrics.inFlight(places.taken())
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

  return {
    async answer(request, peerAddress, endpoint, work, isUrgent = false) {
      const startedAt = performance.now()
      const place = createPlace()
      const requestId = randomId('request-id', config.mode === 'production' ? 'live' : 'test', random)
      const exchange: Exchange = {
        request,
        client: clientOf(context, request, peerAddress),
        headers: baseHeaders(requestId, secure),
        setCookies: [],
        requestId,
        project: null,
        isForPages: true,
        async awaitSender(read) {
          place.leave()
          const value = await read()
          await place.take()
          return value
        },
      }
      try {
        const { response, errorType } = await attempt(exchange, endpoint, async (admitted) => {
          const waiting = isUrgent ? undefined : place.take()
          if (waiting) await waiting
          return storage.runWithDeadline(() => work(admitted))
        })
        for (const cookie of exchange.setCookies) response.headers.append('set-cookie', cookie)
        const durationMs = performance.now() - startedAt
        metrics.answered(endpoint, response.status, errorType, durationMs)
        logger.info(
          {
            request_id: exchange.requestId,
            project_id: exchange.project?.id,
            endpoint,
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
        place.leave()
      }
    },
  }
}

/** From here on ids say which kind of project the request belongs to. */
export function identifyProject(exchange: Exchange, project: ProjectRecord): void {
  exchange.project = project
  exchange.requestId = exchange.requestId.replace(/^request-id-(test|live)/, `request-id-${project.environment}`)
  exchange.headers['x-request-id'] = exchange.requestId
}

/** The coarse limit of each process: any request, by address. */
export function countRequest(context: ProviderContext, client: ClientInfo): void {
  const limit = limitFor('requests_per_ip', context.config.limits, undefined)
  const refused = context.memoryLimits.take(`requests:${client.prefix}`, limit)
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

/** Where it happened, without what was being handled: an error's own words may repeat values. */
function report(context: ProviderContext, endpoint: string, exchange: Exchange, thrown: unknown): void {
  context.metrics.internalError(endpoint)
  const frames = thrown instanceof Error ? (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : []
  context.logger.error(
    {
      request_id: exchange.requestId,
      project_id: exchange.project?.id,
      endpoint,
      error_name: thrown instanceof Error ? thrown.name : typeof thrown,
      stack: frames.join('\n'),
      status: errorTable.internal_error.status,
    },
    'unexpected error',
  )
}

/**
 * A page must be able to read why it was refused, even where the refusal came before its project was known.
 * Which pages those are, some project's list has to say.
 */
async function letReadError({ projects }: ProviderContext, exchange: Exchange, thrown: unknown): Promise<void> {
  const { request, headers, project, isForPages } = exchange
  const origin = request.headers.get('origin')
  if (isForPages && thrown instanceof ProviderError && origin !== null && thrown.advice?.readableBy === origin)
    return allowOrigin(headers, origin, true)
  if (origin === null || !isForPages || project !== null || headers['access-control-allow-origin'] !== undefined) return
  // Whoever has waited for the store once is not kept waiting for it again.
  const isAuthorized =
    thrown instanceof StorageUnavailableError
      ? projects.isKnownToAuthorize(origin)
      : await projects.isAuthorizedByAnyProject(origin).catch(() => false)
  if (isAuthorized) allowOrigin(headers, origin, true)
}

function clientOf(context: ProviderContext, request: Request, peerAddress: string): ClientInfo {
  const { ip, prefix } = context.readAddress(peerAddress, request.headers.get('x-forwarded-for'))
  const userAgent = (request.headers.get('user-agent') ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, longestUserAgent)
  const { countryHeader } = context.config
  return {
    ...{ ip, prefix, userAgent },
    acceptLanguage: request.headers.get('accept-language') ?? undefined,
    sdkClient: request.headers.get('x-sdk-client') ?? undefined,
    country: countryHeader ? request.headers.get(countryHeader)?.trim().toUpperCase() : undefined,
  }
}
