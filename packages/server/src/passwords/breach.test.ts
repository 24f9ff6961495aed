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

// SHA-1 of `violet kettle` is the list's key.
const prefix = '4E5EF'
const suffix = 'C2D4B5A6AE639CB6460D440AD2F32A685F1'

const noted: string[] = []
function checkWith(...ranges: BreachRanges[]): BreachCheck {
  noted.length = 0
  return createBreachCheck({
    passwords: { isCommon: async (password) => password === 'password' },
    ranges,
    metrics: { breachCheck: (source, outcome) => void noted.push(`${source} ${outcome}`) },
    logger: silentLogger,
  })
}

/** A range service in memory that keeps what it was asked. */
function service(answer: (url: string) => Response | Promise<Response>): { asked: string[]; ranges: BreachRanges } {
  const asked: string[] = []
  const fake = (async (input: string, init?: RequestInit) => {
    asked.push(`${input} ${new Headers(init?.headers).get('add-padding')} ${init?.redirect}`)
    return answer(input)
  }) as typeof fetch
  return { asked, ranges: createRemoteRanges({ baseUrl: 'https://ranges.example/range/', fetch: fake }) }
}

describe('a range service', () => {
  it('is asked for five digits of the hash alone, with padding and without redirects', async () => {
    const { asked, ranges } = service(() => new Response(`${'0'.repeat(35)}:3\r\n${suffix}:12\r\n`))
    expect(await checkWith(ranges).look('violet kettle')).toBe('breached')
    expect(asked).toEqual([`https://ranges.example/range/${prefix} true error`])
    expect(noted).toEqual(['remote breached'])
  })

  it('clears what it does not list, and what it lists as padding', async () => {
    const { ranges } = service(() => new Response(`${suffix}:0\r\n${'0'.repeat(35)}:3`))
    expect(await checkWith(ranges).look('violet kettle')).toBe('clean')
    expect(noted).toEqual(['remote clean'])
  })

  it.each([
    ['answers 500', () => new Response('', { status: 500 })],
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ])('that %s lets the password pass, and is counted (F16)', async (_name, answer) => {
    const { ranges } = service(answer)
    expect(await checkWith(ranges).look('violet kettle')).toBe('unknown')
    expect(noted).toEqual(['remote unavailable'])
  })

  it('is given one second (F16)', { timeout: 5_000 }, async () => {
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

  it('is read by prefix, with or without an extension; a file that is not there clears nothing', async () => {
    expect(await checkWith(createRangeDirectory(folder)).look('violet kettle')).toBe('unknown')
    writeFileSync(join(folder, prefix), `${suffix.toLowerCase()}:1\n`)
    expect(await checkWith(createRangeDirectory(folder)).look('violet kettle')).toBe('breached')
    writeFileSync(join(folder, `${prefix}.txt`), `${'0'.repeat(35)}:1\n`)
    expect(await checkWith(createRangeDirectory(folder)).look('violet kettle')).toBe('clean')
  })
})

it('needs no source for the passwords everybody knows', async () => {
  const { asked, ranges } = service(() => new Response(''))
  expect(await checkWith(ranges).look('password')).toBe('breached')
  expect([asked, noted]).toEqual([[], ['common breached']])
})

it('is a source that does not answer where the thread that knows them has too much to do (F16)', async () => {
  const busy = (...ranges: BreachRanges[]) =>
    createBreachCheck({
      passwords: { isCommon: () => Promise.reject(new ProviderError('service_unavailable')) },
      ranges,
      metrics: { breachCheck: (source, outcome) => void noted.push(`${source} ${outcome}`) },
      logger: silentLogger,
    })
  noted.length = 0
  expect(await busy().look('violet kettle')).toBe('unknown')
  expect(await busy(service(() => new Response('')).ranges).look('violet kettle')).toBe('unknown')
  expect(await busy(service(() => new Response(`${suffix}:1`)).ranges).look('violet kettle')).toBe('breached')
  expect(noted.filter((one) => one === 'common unavailable')).toHaveLength(3)
  // What is known already is not asked for.
  expect(await busy().look('violet kettle', { isCommon: false })).toBe('clean')
})

it('believes any source that has the password, whatever the others do', async () => {
  const down = service(() => new Response('', { status: 503 }))
  const up = service(() => new Response(`${suffix}:1`))
  expect(await checkWith(down.ranges, up.ranges).look('violet kettle')).toBe('breached')
})
