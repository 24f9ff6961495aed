import { timingSafeEqual } from 'node:crypto'
import { sha256Hex } from '../core/hash.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { Storage } from '../storage/storage.ts'
import type { Page } from './page.ts'
import type { AnswerHeaders } from './responses.ts'

const pingTimeoutMs = 2_000
const pings = new WeakMap<Storage, Promise<boolean>>()

/** Health checks have no limit, so concurrent ones share one ping and one connection. */
function databaseAnswers({ storage }: Pick<ProviderContext, 'storage'>): Promise<boolean> {
  const known = pings.get(storage)
  if (known) return known
  const pending = ping(storage).finally(() => pings.delete(storage))
  pings.set(storage, pending)
  return pending
}

async function ping(storage: Storage): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), pingTimeoutMs)
  })
  const answers = storage.ping().then(
    () => true,
    () => false,
  )
  const result = await Promise.race([answers, late])
  clearTimeout(timer)
  return result
}

const json = (body: object, status: number, headers: AnswerHeaders): Response => {
  headers['content-type'] = 'application/json'
  return new Response(JSON.stringify(body), { status, headers })
}

const health: Page = {
  name: 'health',
  path: '/health',
  isUrgent: true,
  async handle(context, { headers }) {
    const isUp = await databaseAnswers(context)
    const { version = 'unknown', mode } = context.config
    const body = {
      status: isUp ? 'ok' : 'degraded',
      version,
      mode,
      database: { engine: context.storage.engine, ok: isUp },
      // A hint for operators. Sign-in without messages still works, so this never changes the status.
      delivery: { ok: context.deliveryHealth.stuck().length === 0, stuck: context.deliveryHealth.stuck() },
    }
    return json(body, isUp ? 200 : 503, headers)
  },
}

const alive: Page = {
  name: 'health_alive',
  path: '/health/alive',
  isUrgent: true,
  handle: async (_context, { headers }) => json({ status: 'ok' }, 200, headers),
}

const ready: Page = {
  name: 'health_ready',
  path: '/health/ready',
  isUrgent: true,
  async handle(context, { headers }) {
    // Load balancers must send requests to other instances from now on.
    if (context.isStopping()) return json({ status: 'stopping' }, 503, headers)
    const isUp = await databaseAnswers(context)
    return json({ status: isUp ? 'ok' : 'degraded' }, isUp ? 200 : 503, headers)
  },
}

/** Open in development. In production it needs the token, and responds with 404 if none is configured. */
const metrics: Page = {
  name: 'metrics',
  path: '/metrics',
  isUrgent: true,
  async handle(context, { request, headers }) {
    const { metricsToken, mode } = context.config
    if (metricsToken === undefined ? mode === 'production' : !hasToken(request, metricsToken))
      throw new ProviderError('endpoint_not_found')
    headers['content-type'] = context.metrics.contentType
    return new Response(await context.metrics.text(), { status: 200, headers })
  },
}

const documents = new WeakMap<ProviderContext, Promise<string>>()

/** Generated on first use: the generator is the largest part of the contract, and startup does not need it. */
function openApiText(context: ProviderContext): Promise<string> {
  const known = documents.get(context)
  if (known) return known
  const made = import('@latchkey/contract/openapi').then(({ createOpenApiDocument }) =>
    JSON.stringify(createOpenApiDocument({ baseUrl: context.baseUrl })),
  )
  documents.set(context, made)
  return made
}

const openApi: Page = {
  name: 'openapi',
  path: '/openapi.json',
  async handle(context, { headers }) {
    headers['cache-control'] = 'public, max-age=300'
    headers['access-control-allow-origin'] = '*'
    headers['content-type'] = 'application/json'
    return new Response(await openApiText(context), { status: 200, headers })
  },
}

function hasToken(request: Request, token: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  return timingSafeEqual(Buffer.from(sha256Hex(given)), Buffer.from(sha256Hex(token)))
}

export const operations: readonly Page[] = [health, alive, ready, metrics, openApi]
