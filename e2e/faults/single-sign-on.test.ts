import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { bundleForNode } from '../../tools/build/bundle.ts'
import { createMemoryFolder } from '../memory-folder.ts'
import { bundled } from '../provider.ts'
import { freshDatabase } from './fresh-database.ts'
import { type RawAnswer, type RawRequest, raceAtLastByte } from './last-byte-race.ts'
import { type RunningProvider, startProvider } from './provider-process.ts'
import { query } from './query.ts'
import { UnavailableError } from './racing-site.ts'
import { type Consume, openSsoSite, type SsoSite } from './sso-site.ts'

/** In the long run fewer than of other races, because each has sixteen redemptions. */
const rounds = Math.min(50, Number(process.env.RACE_ROUNDS ?? 2))
const concurrency = 16
const naiveTries = 10
const protocols = ['saml', 'oidc'] as const
/** The short run shows for one race that it can fail. */
const racedNaively = rounds > 10 ? protocols : (['saml'] as const)
const folder = createMemoryFolder('sso')

let fakes: RunningProvider
let script: string
let racing: string
beforeAll(async () => {
  const [shipped, racingProvider, identityProviders] = await Promise.all([
    bundled(),
    bundleForNode('e2e/fixtures/racing-provider.ts', 'racing-provider'),
    bundleForNode('e2e/fixtures/identity-providers.ts', 'identity-providers'),
  ])
  ;[script, racing] = [shipped, racingProvider]
  fakes = await startProvider({ script: identityProviders, databaseUrl: '', smtpUrl: '' })
})
afterAll(async () => {
  await fakes.stop()
  rmSync(folder, { recursive: true, force: true })
})

const engines = [
  { engine: 'SQLite', databaseUrl: async () => `sqlite:${join(folder, 'sso.db')}` },
  { engine: 'PostgreSQL', databaseUrl: async () => freshDatabase(inject('postgresUrl')) },
]

describe.each(engines)('two provider processes on one $engine database', ({ databaseUrl }) => {
  let site: SsoSite
  let url: string
  let safe: RunningProvider[] = []
  beforeAll(async () => {
    url = await databaseUrl()
    const shipped = { script, databaseUrl: url, smtpUrl: 'smtp://127.0.0.1:1' }
    site = await openSsoSite({ racing, shipped, fakesUrl: `http://127.0.0.1:${fakes.port}` })
    safe = await site.start('safe', 2)
  })
  afterAll(() => Promise.all(safe.map((provider) => provider.stop())))

  type Ports = readonly [number, number]
  const portsOf = (running: readonly RunningProvider[]): Ports => [running[0]?.port ?? 0, running[1]?.port ?? 0]

  async function withNaive<Result>(consume: Consume, work: (ports: Ports) => Promise<Result>): Promise<Result> {
    const running = await site.start(consume, 2)
    try {
      return await work(portsOf(running))
    } finally {
      await Promise.all(running.map((provider) => provider.stop()))
    }
  }

  /** A provider that waited too long for its database on a busy machine decided nothing. */
  async function raced(entries: Parameters<typeof raceAtLastByte>[0]): Promise<RawAnswer[]> {
    const answers = await raceAtLastByte(entries)
    if (answers.some(({ status }) => status === 503)) throw new UnavailableError('a race')
    return answers
  }

  /** Rounds with a sign-in of their own. */
  async function repeat(times: number, attempt: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; round < times; round += 1) {
      try {
        await attempt(round)
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error
        round -= 1
      }
    }
  }

  /** What the token of a landing page leads to: `session`, the diagnosis code, or the error. */
  async function resultsOf(port: number, answers: readonly RawAnswer[]): Promise<string[]> {
    const redeemed = await raced(answers.map((answer) => ({ port, request: site.redemption(answer) })))
    return redeemed.map(({ status, body, refusal }) => {
      if (status === 200) return 'session'
      const { error_details } = JSON.parse(body) as { error_details?: { code?: string } }
      return error_details?.code ?? refusal
    })
  }

  /** The same request by several at once, at the two processes in turn. */
  function presentAtOnce(ports: Ports, request: RawRequest): Promise<RawAnswer[]> {
    const port = (index: number): number => ports[index % 2] ?? 0
    return raced(Array.from({ length: concurrency }, (_, index) => ({ port: port(index), request })))
  }

  async function present(port: number, request: RawRequest): Promise<string | undefined> {
    const [result] = await resultsOf(port, await raced([{ port, request }]))
    return result
  }

  /** Makes the state of the last sign-in unused, so that only the id of the response can be recognized. */
  const forgetState = () =>
    query(
      url,
      `update one_time set used_at = null, used_by = null where purpose = 'sso_state' and created_at =
        (select max(created_at) from one_time where purpose = 'sso_state') returning id`,
    )

  const oneSession = ['session', ...Array(concurrency - 1).fill('replayed')]

  it.each(protocols)(
    `accept one of ${concurrency} concurrent requests with a %s response, ${rounds} times, and none later (B-7) [B-SAML-10]`,
    async (protocol) => {
      const ports = portsOf(safe)
      await repeat(rounds, async (round) => {
        const response = await site.respond(ports[round % 2] ?? 0, protocol)
        const answers = await presentAtOnce(ports, response)
        expect((await resultsOf(ports[0], answers)).sort().reverse()).toEqual(oneSession)
        expect([await present(ports[0], response), await present(ports[1], response)]).toEqual(['replayed', 'replayed'])
      })
    },
  )

  it(`accept one of ${concurrency} concurrent requests with an assertion whose request all find unanswered (B-7) [B-SAML-10]`, async () => {
    // The states are read before they are written, so that several requests reach the check of the assertion.
    await withNaive('naive-states', async (ports) => {
      await repeat(rounds, async () => {
        const answers = await presentAtOnce(ports, await site.respond(ports[0], 'saml'))
        const results = await resultsOf(ports[0], answers)
        expect(results.filter((result) => result !== 'replayed')).toEqual(['session'])
      })
    })
  })

  it.each(protocols)(
    `accept one of ${concurrency} concurrent requests with the token of a %s sign-in (B-7)`,
    async (protocol) => {
      const ports = portsOf(safe)
      await repeat(rounds, async () => {
        const [landed] = await raced([{ port: ports[1], request: await site.respond(ports[0], protocol) }])
        const answers = await presentAtOnce(ports, site.redemption(landed ?? { location: '' }))
        expect(answers.map(({ refusal, status }) => refusal || status).sort()).toEqual([
          200,
          ...Array(concurrency - 1).fill('sso_token_not_found'),
        ])
      })
    },
  )

  it('reject used responses after a kill and after a restart (B-7) [B-SAML-10]', async () => {
    const [first, second] = safe
    if (first === undefined || second === undefined) throw new Error('there are two')
    const [saml, oidc] = [await site.respond(first.port, 'saml'), await site.respond(first.port, 'oidc')]
    const both = async (port: number) => [await present(port, oidc), await present(port, saml)]
    const unanswered = await site.respond(first.port, 'saml')
    expect(await both(first.port)).toEqual(['session', 'session'])
    await first.kill()
    expect(await both(second.port)).toEqual(['replayed', 'replayed'])
    // A sign-in that has begun at the killed process ends at another one, once.
    expect([await present(second.port, unanswered), await present(second.port, unanswered)]).toEqual([
      'session',
      'replayed',
    ])
    await second.stop()
    safe = await site.start('safe', 2)
    const [port] = portsOf(safe)
    expect(await both(port)).toEqual(['replayed', 'replayed'])
    // The state and the id of the assertion are stored independently of each other.
    expect(await forgetState()).toHaveLength(1)
    expect(await present(port, unanswered)).toBe('replayed')
    const [check] = await query(url, `select details from sso_attempts order by created_at desc limit 1`)
    expect(JSON.stringify(check)).toContain('a response that was not used before')
  })

  it.each(racedNaively)(
    'accept a %s response more than once on a naive storage, so that the tests above can fail',
    async (protocol) => {
      await withNaive('naive', async (ports) => {
        let sessions = 0
        await repeat(naiveTries, async () => {
          if (sessions > 1) return
          const answers = await presentAtOnce(ports, await site.respond(ports[0], protocol))
          const tokens = new Set(answers.map(({ location }) => location))
          const results = await resultsOf(ports[0], answers)
          sessions = tokens.size === concurrency ? results.filter((result) => result === 'session').length : 0
        })
        expect(sessions).toBeGreaterThan(1)
      })
    },
  )
})
