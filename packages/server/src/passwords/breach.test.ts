import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ProviderError } from '../core/provider-error.ts'
import { silentLogger } from '../observability/logger.ts'
import {
  type BreachCheck,
  type BreachRanges,
  createBreachCheck,
  createRangeDirectory,
  createRemoteRanges,
} from './breach.ts'

// The SHA-1 of `violet kettle`, the key in the list.
const prefix = '4E5EF'
const suffix = 'C2D4B5A6AE639CB6460D440AD2F32A685F1'

const metrics: string[] = []
function checkWith(...ranges: BreachRanges[]): BreachCheck {
  metrics.length = 0
  return createBreachCheck({
    passwords: { isCommon: async (password) => password === 'password' },
    ranges,
    metrics: { breachCheck: (source, outcome) => void metrics.push(`${source} ${outcome}`) },
    logger: silentLogger,
  })
}

/** A range service in memory that records requests. */
function service(answer: (url: string) => Response | Promise<Response>): { requests: string[]; ranges: BreachRanges } {
  const requests: string[] = []
  const fake = (async (input: string, init?: RequestInit) => {
    requests.push(`${input} ${new Headers(init?.headers).get('add-padding')} ${init?.redirect}`)
    return answer(input)
  }) as typeof fetch
  return { requests, ranges: createRemoteRanges({ baseUrl: 'https://ranges.example/range/', fetch: fake }) }
}

describe('a range service', () => {
  it('receives only five digits of the hash, with padding and without redirects', async () => {
    const { requests, ranges } = service(() => new Response(`${'0'.repeat(35)}:3\r\n${suffix}:12\r\n`))
    expect(await checkWith(ranges).look('violet kettle')).toBe('breached')
    expect(requests).toEqual([`https://ranges.example/range/${prefix} true error`])
    expect(metrics).toEqual(['remote breached'])
  })

  it('clears a password that it does not list or lists as padding', async () => {
    const { ranges } = service(() => new Response(`${suffix}:0\r\n${'0'.repeat(35)}:3`))
    expect(await checkWith(ranges).look('violet kettle')).toBe('clean')
    expect(metrics).toEqual(['remote clean'])
  })

  it.each([
    ['answers 500', () => new Response('', { status: 500 })],
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ])('accepts and counts the password if it %s (F16)', async (_name, answer) => {
    const { ranges } = service(answer)
    expect(await checkWith(ranges).look('violet kettle')).toBe('unknown')
    expect(metrics).toEqual(['remote unavailable'])
  })

  it('times out after one second (F16)', { timeout: 5_000 }, async () => {
    const hanging = createRemoteRanges({
      baseUrl: 'https://ranges.example',
      fetch: ((_input: string, init?: RequestInit) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        })) as typeof fetch,
    })
    expect(await checkWith(hanging).look('violet kettle')).toBe('unknown')
  })
})

describe('a range directory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-ranges-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is read by prefix, with or without an extension; a missing file gives no finding', async () => {
    expect(await checkWith(createRangeDirectory(folder)).look('violet kettle')).toBe('unknown')
    writeFileSync(join(folder, prefix), `${suffix.toLowerCase()}:1\n`)
    expect(await checkWith(createRangeDirectory(folder)).look('violet kettle')).toBe('breached')
    writeFileSync(join(folder, `${prefix}.txt`), `${'0'.repeat(35)}:1\n`)
    expect(await checkWith(createRangeDirectory(folder)).look('violet kettle')).toBe('clean')
  })
})

it('finds common passwords without a range source', async () => {
  const { requests, ranges } = service(() => new Response(''))
  expect(await checkWith(ranges).look('password')).toBe('breached')
  expect([requests, metrics]).toEqual([[], ['common breached']])
})

it('treats an overloaded password thread as a source that does not respond (F16)', async () => {
  const busy = (...ranges: BreachRanges[]) =>
    createBreachCheck({
      passwords: { isCommon: () => Promise.reject(new ProviderError('service_unavailable')) },
      ranges,
      metrics: { breachCheck: (source, outcome) => void metrics.push(`${source} ${outcome}`) },
      logger: silentLogger,
    })
  metrics.length = 0
  expect(await busy().look('violet kettle')).toBe('unknown')
  expect(await busy(service(() => new Response('')).ranges).look('violet kettle')).toBe('unknown')
  expect(await busy(service(() => new Response(`${suffix}:1`)).ranges).look('violet kettle')).toBe('breached')
  expect(metrics.filter((one) => one === 'common unavailable')).toHaveLength(3)
  // A known result is not looked up again.
  expect(await busy().look('violet kettle', { isCommon: false })).toBe('clean')
})

it('reports a breach if any source lists the password, even if others fail', async () => {
  const down = service(() => new Response('', { status: 503 }))
  const up = service(() => new Response(`${suffix}:1`))
  expect(await checkWith(down.ranges, up.ranges).look('violet kettle')).toBe('breached')
})
