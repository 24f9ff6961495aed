import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as openTelemetry from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  SamplingDecision,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVault } from '../core/vault.ts'
import { DeliveryError, type Message } from '../delivery/delivery.ts'
import { createOutbox } from '../delivery/outbox/outbox.ts'
import { startDevelopment } from '../dev/start.ts'
import type { Storage } from '../storage/storage.ts'
import { createHarness, type Harness, type HarnessOptions, masterKey, openTestStorage } from '../testing/harness.ts'
import { createOpenTelemetryTracing, hasTracerProvider, type OpenTelemetryApi } from './open-telemetry.ts'
import { traceStorage } from './trace-storage.ts'

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
const attackersTrace = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${attackersTrace}-b7ad6b7169203331-01`

let exporter: InMemorySpanExporter
let storage: Storage

/** The SDK as an application registers it. */
function register(sampler?: Sampler): void {
  unregister()
  const tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
    ...(sampler ? { sampler } : {}),
  })
  openTelemetry.trace.setGlobalTracerProvider(tracerProvider)
  openTelemetry.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
}

function unregister(): void {
  openTelemetry.trace.disable()
  openTelemetry.context.disable()
}

const createTraced = (options: HarnessOptions = {}): Promise<Harness> =>
  createHarness(storage, { openTelemetry, ...options })

const spansNamed = (name: string): ReadableSpan[] => exporter.getFinishedSpans().filter((span) => span.name === name)

function spanNamed(name: string): ReadableSpan {
  const [span, ...more] = spansNamed(name)
  if (!span || more.length > 0) throw new Error(`${more.length + Number(Boolean(span))} spans named ${name}`)
  return span
}

const childrenOf = (parent: ReadableSpan): ReadableSpan[] =>
  exporter.getFinishedSpans().filter((span) => span.parentSpanContext?.spanId === parent.spanContext().spanId)

/** Everything that would leave the process. */
const exported = (): string =>
  JSON.stringify(
    exporter
      .getFinishedSpans()
      .map(({ name, attributes, links, events, status }) => ({ name, attributes, links, events, status })),
  )

beforeEach(async () => {
  exporter = new InMemorySpanExporter()
  register()
  storage = await openTestStorage('sqlite')
})
afterEach(async () => {
  unregister()
  await storage.close()
})

describe('tracing', () => {
  it('reports a request and its database operations as one trace, which the log names', async () => {
    const harness = await createTraced({ config: { version: '1.2.3' } })
    await harness.signIn('ada@example.com')
    const request = spanNamed('POST /sdk/v1/otps/authenticate')
    const { traceId } = request.spanContext()
    const logged = harness.logs.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(request.kind).toBe(openTelemetry.SpanKind.SERVER)
    expect(request.parentSpanContext).toBeUndefined()
    expect(request.instrumentationScope).toMatchObject({ name: '@latchkey/server', version: '1.2.3' })
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/sdk/v1/otps/authenticate',
      'http.response.status_code': 200,
      'latchkey.endpoint': 'otpsAuthenticate',
      'latchkey.project_id': harness.project.id,
      'latchkey.request_id': logged.find(({ trace_id }) => trace_id === traceId)?.request_id,
    })
    const transactions = childrenOf(request).filter(({ name }) => name === 'transaction')
    const operations = transactions.flatMap(childrenOf)
    expect(operations.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['oneTime.consumeById', 'sessions.insert']),
    )
    for (const span of [...transactions, ...operations]) {
      expect(span.kind).toBe(openTelemetry.SpanKind.CLIENT)
      expect(span.attributes).toEqual({ 'db.system.name': 'sqlite', 'db.operation.name': span.name })
      expect(span.spanContext().traceId).toBe(traceId)
    }
    await harness.close()
  })

  it('contains no address, no code, no token and no path that a caller chose', async () => {
    const harness = await createTraced()
    const headers = { 'user-agent': 'canary-agent', 'x-forwarded-for': '198.51.100.77' }
    const { token } = await harness.signIn('canary@example.com', { headers })
    const [code = ''] = harness.sent.at(-1)?.codes ?? []
    await harness.call('POST', '/otps/authenticate', { token: '000000', method_id: 'canary-method' }, { headers })
    await harness.call('GET', '/users/canary-path?token=canary-query', undefined, { session: token, headers })
    await harness.fetch(new Request('https://auth.example.com/v1/magic_links/redirect?token=canary-link'))
    await harness.fetch(new Request('https://auth.example.com/canary', { method: 'CANARY' }))
    await harness.provider.outbox.drain()
    expect(code).not.toBe('')
    for (const secret of ['canary', code, token, harness.project.publicToken, '203.0.113.7', '198.51.100.77'])
      expect(exported().toLowerCase()).not.toContain(secret.toLowerCase())
    const { 'latchkey.request_id': requestId, ...unknown } = spanNamed('HTTP').attributes
    expect(requestId).toMatch(/^request-id-/)
    expect(unknown).toEqual({
      'http.request.method': '_OTHER',
      'http.response.status_code': 404,
      'latchkey.endpoint': 'endpoint_not_found',
      'error.type': 'endpoint_not_found',
    })
    expect(spansNamed('GET /v1/magic_links/redirect')).toHaveLength(1)
    await harness.close()
  })

  it('reports an unexpected error by its type, without its message', async () => {
    const failing = {
      ...storage,
      accounts: { ...storage.accounts, findByRegistration: () => Promise.reject(new RangeError('canary')) },
    }
    const harness = await createHarness(failing, { openTelemetry })
    expect((await harness.call('POST', '/users/search', { email: 'a@b.co' })).outcome).toBe('internal_error')
    const request = spanNamed('POST /sdk/v1/users/search')
    expect([request.status, request.attributes['error.type']]).toEqual([
      { code: openTelemetry.SpanStatusCode.ERROR },
      'internal_error',
    ])
    expect(spanNamed('accounts.findByRegistration').attributes['error.type']).toBe('RangeError')
    expect(exported()).not.toContain('canary')
    const error = harness.logs.find((line) => line.includes('unexpected error')) ?? ''
    expect(JSON.parse(error)).toMatchObject({ trace_id: request.spanContext().traceId })
    await harness.close()
  })

  it('names the database system of each engine', async () => {
    const onPostgres = traceStorage({ ...storage, engine: 'postgres' }, createOpenTelemetryTracing(openTelemetry))
    await openTelemetry.trace.getTracer('host').startActiveSpan('host', async (host) => {
      await onPostgres.projects.list()
      await onPostgres.transaction(async (tx) => tx.projects.list())
      host.end()
    })
    const operations = exporter.getFinishedSpans().filter(({ name }) => name !== 'host')
    expect(operations.map(({ name, attributes }) => [name, attributes['db.system.name']])).toEqual([
      ['projects.list', 'postgresql'],
      ['projects.list', 'postgresql'],
      ['transaction', 'postgresql'],
    ])
    expect(childrenOf(spanNamed('host')).map(({ name }) => name)).toEqual(['projects.list', 'transaction'])
  })

  it('does not mark a request as failed when the caller made a mistake', async () => {
    const harness = await createTraced()
    expect((await harness.call('GET', '/users/me')).status).toBeLessThan(500)
    const [request] = exporter.getFinishedSpans().filter(({ kind }) => kind === openTelemetry.SpanKind.SERVER)
    expect([request?.status.code, request?.attributes['error.type']]).toEqual([
      openTelemetry.SpanStatusCode.UNSET,
      expect.any(String),
    ])
    await harness.close()
  })

  it('reports neither health checks nor database operations outside of a request', async () => {
    const harness = await createTraced()
    await harness.fetch(new Request('https://auth.example.com/health'))
    await harness.provider.outbox.drain()
    await harness.provider.tidy()
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual([])
    await harness.close()
  })
})

describe('the trace of a request', () => {
  const search = (harness: Harness, headers: Record<string, string>) =>
    harness.call('POST', '/users/search', { email: 'a@b.co' }, { headers })
  const behindProxy: HarnessOptions = { config: { trustProxy: 1, trustTraceparent: true } }

  it('is not chosen by the caller (B-12)', async () => {
    const proxied = { traceparent, 'x-forwarded-for': '198.51.100.4' }
    const cases: [HarnessOptions, Record<string, string>][] = [
      [{}, { traceparent }],
      [{ config: { trustProxy: 1 } }, proxied],
      // The caller reached the provider without the proxy.
      [{ config: { trustProxy: ['10.0.0.0/8'], trustTraceparent: true } }, proxied],
      [behindProxy, { traceparent }],
    ]
    for (const [options, headers] of cases) {
      exporter.reset()
      const harness = await createTraced(options)
      await search(harness, headers)
      const request = spanNamed('POST /sdk/v1/users/search')
      expect(request.parentSpanContext).toBeUndefined()
      expect(exported() + request.spanContext().traceId).not.toContain(attackersTrace)
      await harness.close()
    }
  })

  it('is recorded or not as the sampler decides, whatever the caller sends (B-12)', async () => {
    register(new ParentBasedSampler({ root: new AlwaysOffSampler() }))
    const harness = await createTraced()
    await search(harness, { traceparent, 'x-forwarded-for': '198.51.100.4' })
    expect(exporter.getFinishedSpans()).toEqual([])
    await harness.close()
  })

  it('continues the trace that a trusted proxy passes on', async () => {
    const harness = await createTraced(behindProxy)
    await search(harness, { traceparent, tracestate: 'vendor=1', 'x-forwarded-for': '198.51.100.4' })
    const request = spanNamed('POST /sdk/v1/users/search')
    expect([request.spanContext().traceId, request.parentSpanContext?.spanId]).toEqual([
      attackersTrace,
      'b7ad6b7169203331',
    ])
    expect(request.spanContext().traceState?.serialize()).toBe('vendor=1')
    expect(request.parentSpanContext?.isRemote).toBe(true)
    await harness.close()
  })

  it('is not recorded when the trusted proxy does not record it', async () => {
    const harness = await createTraced(behindProxy)
    await search(harness, { traceparent: traceparent.replace(/01$/, '00'), 'x-forwarded-for': '198.51.100.4' })
    expect(exporter.getFinishedSpans()).toEqual([])
    await harness.close()
  })

  it('continues the trace of a later version of the header', async () => {
    const harness = await createTraced(behindProxy)
    await search(harness, { traceparent: `01${traceparent.slice(2)}-more`, 'x-forwarded-for': '198.51.100.4' })
    expect(spanNamed('POST /sdk/v1/users/search').spanContext().traceId).toBe(attackersTrace)
    await harness.close()
  })

  it.each([
    '',
    'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
    '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-extra',
  ])('is new when the traceparent %j of a trusted proxy is invalid (B-12)', async (invalid) => {
    // Not every SDK checks what it gets.
    const setSpanContext = vi.spyOn(openTelemetry.trace, 'setSpanContext')
    const harness = await createTraced(behindProxy)
    await search(harness, { traceparent: invalid, 'x-forwarded-for': '198.51.100.4' })
    expect(spanNamed('POST /sdk/v1/users/search').parentSpanContext).toBeUndefined()
    expect(setSpanContext).not.toHaveBeenCalled()
    setSpanContext.mockRestore()
    await harness.close()
  })

  it('is the one of the process that embeds the provider, if it has one', async () => {
    const harness = await createTraced()
    await openTelemetry.trace.getTracer('host').startActiveSpan('host', async (host) => {
      await search(harness, { traceparent })
      host.end()
    })
    expect(childrenOf(spanNamed('host')).map(({ name }) => name)).toEqual(['POST /sdk/v1/users/search'])
    await harness.close()
  })
})

describe('the span of a delivery', () => {
  const message: Message = {
    ...{ channel: 'email', to: 'ada@example.com', subject: 'canary', text: 'canary', html: '' },
    ...{ codes: ['042137'], links: [] },
  }

  it('is a trace of its own, linked to the request that queued the message', async () => {
    const harness = await createTraced()
    // A delivery can start while the process that embeds the provider has a span.
    await openTelemetry.trace.getTracer('host').startActiveSpan('host', async (host) => {
      await harness.signIn('ada@example.com')
      host.end()
    })
    const delivery = spanNamed('deliver email')
    const request = spanNamed('POST /sdk/v1/otps/email/login_or_create')
    expect([delivery.parentSpanContext, delivery.kind]).toEqual([undefined, openTelemetry.SpanKind.CONSUMER])
    expect(delivery.links.map(({ context }) => context.traceId)).toEqual([request.spanContext().traceId])
    expect(delivery.attributes).toEqual({
      'latchkey.project_id': harness.project.id,
      'latchkey.outbox_id': expect.stringMatching(/^outbox-/),
      'latchkey.channel': 'email',
      'latchkey.attempt': 1,
      'latchkey.outcome': 'accepted',
      'latchkey.purpose': 'otp_email',
    })
    expect(childrenOf(delivery).map(({ name }) => name)).toEqual(['outbox.markDelivered'])
    await harness.close()
  })

  it('has no link to a request that is not recorded', async () => {
    const { RECORD_AND_SAMPLED, NOT_RECORD } = SamplingDecision
    register({
      shouldSample: (_context, _traceId, name) => ({
        decision: name.startsWith('deliver') ? RECORD_AND_SAMPLED : NOT_RECORD,
      }),
      toString: () => 'deliveries',
    })
    const harness = await createTraced()
    await harness.signIn('ada@example.com')
    expect(spanNamed('deliver email').links).toEqual([])
    await harness.close()
  })

  it('has the outcome of each attempt, and no part of the message', async () => {
    const failures = [new DeliveryError('SMTP 451', { permanent: false }), new Error('canary')]
    const sent: Message[] = []
    let now = 1_900_000_000_000
    const tracing = createOpenTelemetryTracing(openTelemetry)
    const traced = traceStorage(storage, tracing)
    const outbox = createOutbox({
      ...{ storage: traced, random, tracing, clock: { now: () => now }, vault: createVault([masterKey], random) },
      delivery: {
        async send(given) {
          const failure = failures.shift()
          if (failure) throw failure
          sent.push(given)
        },
      },
    })
    await traced.transaction((tx) =>
      outbox.enqueue(tx, 'project-1', message, { expiresAt: now + 3_600_000, idempotencyKey: 'key-1' }),
    )
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await outbox.drain()
      now += 600_000
    }
    const attempts = spansNamed('deliver email')
    expect(attempts.map(({ attributes }) => [attributes['latchkey.attempt'], attributes['latchkey.outcome']])).toEqual([
      [1, 'retried'],
      [2, 'retried'],
      [3, 'accepted'],
    ])
    expect(attempts.map(({ status }) => status.code === openTelemetry.SpanStatusCode.ERROR)).toEqual([
      true,
      true,
      false,
    ])
    expect(exported()).not.toMatch(/canary|042137|ada@example/)
    expect(sent).toEqual([message])
    await outbox.stop()
  })
})

describe('a development provider', () => {
  it('reports requests, their database operations and deliveries', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-traced-'))
    const development = await startDevelopment({ port: 0, dataDir, openTelemetry })
    const token = development.projects[0]?.publicToken
    await fetch(`${development.url}/sdk/v1/otps/email/login_or_create`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${token}:${token}`)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', expiration_minutes: 5 }),
    })
    await development.close()
    const request = spanNamed('POST /sdk/v1/otps/email/login_or_create')
    expect(childrenOf(request).map(({ name }) => name)).toContain('transaction')
    expect(spanNamed('deliver email').links.map(({ context }) => context.traceId)).toEqual([
      request.spanContext().traceId,
    ])
    await rm(dataDir, { recursive: true })
  })
})

describe('hasTracerProvider', () => {
  it('is true only while an SDK is registered', () => {
    const api: OpenTelemetryApi = openTelemetry
    expect(hasTracerProvider(api)).toBe(true)
    unregister()
    expect(hasTracerProvider(api)).toBe(false)
  })

  it('lets the provider work with an API that has no SDK', async () => {
    unregister()
    const harness = await createTraced()
    await harness.signIn('ada@example.com')
    expect(harness.logs.join('')).not.toContain('trace_id')
    await harness.close()
  })
})
