import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { bundleForNode } from '../../tools/build/bundle.ts'
import { tokenForm } from '../fixtures/client-application.ts'
import { createMemoryFolder } from '../memory-folder.ts'
import { bundled } from '../provider.ts'
import { freshDatabase } from './fresh-database.ts'
import { type RawAnswer, raceAtLastByte } from './last-byte-race.ts'
import { codeIn, type MailSink, startMailSink } from './mail-sink.ts'
import { authorizationCode, type OneTimeSecret, oneTimeSecrets } from './one-time-secrets.ts'
import { type RunningProvider, startProvider } from './provider-process.ts'
import { type Kind, openSite, type RacingSite, UnavailableError } from './racing-site.ts'

const rounds = Number(process.env.RACE_ROUNDS ?? 4)
const isLong = rounds > 50
const preparedAtOnce = 50
/** In the short run only links and codes by mail have the full number of rounds here. */
const isMailed = (name: string): boolean => ['magic link', 'passcode'].includes(name)
const roundsOf = ({ name }: OneTimeSecret): number => (isLong || isMailed(name) ? rounds : Math.ceil(rounds / 2))
const naiveRounds = isLong ? 4 : 2
const naiveTries = 10
/** Sixteen in the long run. Races within one process always have sixteen. */
const defaultConcurrency = isLong ? 16 : 8
const guessers = 64
/** Concurrent connections that wait for their last byte. */
const together = 64

let sink: MailSink
let fakes: RunningProvider
let script: string
let racing: string
const folder = createMemoryFolder('races')

beforeAll(async () => {
  const [opened, ...bundles] = await Promise.all([
    startMailSink(),
    bundled(),
    bundleForNode('e2e/fixtures/racing-provider.ts', 'racing-provider'),
    bundleForNode('e2e/fixtures/identity-providers.ts', 'identity-providers'),
  ])
  sink = opened
  ;[script, racing] = bundles
  fakes = await startProvider({ script: bundles[2], databaseUrl: '', smtpUrl: '' })
})

afterAll(async () => {
  await Promise.all([sink.close(), fakes.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const isIn = ({ status }: RawAnswer): boolean => status === 200 || status === 303
const isUnavailable = ({ status }: RawAnswer): boolean => status === 503

const engines = [
  { engine: 'SQLite', fault: 'F7', databaseUrl: async () => `sqlite:${join(folder, 'races.db')}` },
  { engine: 'PostgreSQL', fault: 'F8', databaseUrl: async () => freshDatabase(inject('postgresUrl')) },
]

describe.each(engines)('two provider processes on one $engine database ($fault)', ({ databaseUrl }) => {
  let site: RacingSite
  beforeAll(async () => {
    const shipped = { script, databaseUrl: await databaseUrl(), smtpUrl: sink.url }
    site = await openSite({ shipped, racing, fakesUrl: `http://127.0.0.1:${fakes.port}`, sink, folder })
  })
  afterAll(() => site.close())

  interface Raced {
    /** The number of successful requests for each secret. */
    winners: number[]
    /** Unexpected errors of the other requests. */
    unexpected: string[]
    /** The number of successful later requests. */
    later: number
  }

  async function race(secret: OneTimeSecret, kind: Kind, count: number): Promise<Raced> {
    const { concurrency = defaultConcurrency, refusals } = secret
    const ports = await site.ports(kind)
    const raced: Raced = { winners: [], unexpected: [], later: 0 }
    const atOnce = concurrency < defaultConcurrency ? 1 : together / concurrency
    while (raced.winners.length < count) {
      const secrets = await repeat(() => secret.prepare(site, kind, count - raced.winners.length))
      for (let first = 0; first < secrets.length; first += atOnce) {
        const batch = secrets.slice(first, first + atOnce)
        // Interleaved, so that the requests of one secret reach both processes.
        const entries = Array.from({ length: concurrency }, (_, attempt) =>
          batch.map((present) => ({ port: ports[attempt % 2] ?? 0, request: present(attempt) })),
        ).flat()
        const answers = await raceAtLastByte(entries)
        const later = await raceAtLastByte(batch.map((present) => ({ port: ports[0], request: present(0) })))
        for (const [index, again] of later.entries()) {
          const ofOne = answers.filter((_, position) => position % batch.length === index)
          const wins = ofOne.filter(isIn).length
          const laterWins = isIn(again) ? 1 : 0
          // A provider that waited too long for its database on a busy machine decided nothing: another secret is raced.
          if ([...ofOne, again].some(isUnavailable) && wins + laterWins <= 1) continue
          raced.winners.push(wins)
          raced.later += laterWins
          const rejected = [...ofOne, again].filter((answer) => !isIn(answer)).map(({ refusal }) => refusal)
          raced.unexpected.push(...rejected.filter((refusal) => !refusals.includes(refusal)))
        }
      }
    }
    return raced
  }

  /** Repeats an attempt, with new users, in which a provider could not reach its database. */
  async function repeat<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error
      }
    }
  }

  function complete(answers: RawAnswer[]): RawAnswer[] {
    if (answers.some(isUnavailable)) throw new UnavailableError('a race')
    return answers
  }

  describe.each(oneTimeSecrets)('and one $name', (secret) => {
    const times = roundsOf(secret)
    it(`accept one of ${secret.concurrency ?? defaultConcurrency} concurrent requests with the same ${secret.name}, ${times} times, and none later (T-2, T-4)`, async () => {
      // Some secrets expire within minutes, so they are created in batches.
      for (let done = 0; done < times; done += preparedAtOnce) {
        const count = Math.min(preparedAtOnce, times - done)
        const raced = await race(secret, secret.kind, count)
        expect(raced).toEqual({ winners: Array(count).fill(1), unexpected: [], later: 0 })
      }
    })
  })

  /** The long run shows for each race that it can fail, and the short run for two of them. */
  const racedNaively = oneTimeSecrets.filter(
    ({ name, naiveDoesAsWell }) => !naiveDoesAsWell && (isLong || isMailed(name)),
  )
  describe.each(racedNaively)('that read before they write, and one $name', (secret) => {
    it(`accept more than one request with the same ${secret.name} on a naive storage, so that the test above can fail`, async () => {
      let most = 0
      for (let tries = 0; tries < naiveTries && most <= 1; tries += 1)
        most = Math.max(...(await race(secret, 'naive', naiveRounds)).winners)
      expect(most).toBeGreaterThan(1)
    })
  })

  it(`give all of ${defaultConcurrency} requests with one refresh token the same next token (T-2)`, async () => {
    const { answers, refresh_token } = await repeat(async () => {
      const code = await authorizationCode(site, 'shipped')
      const { refresh_token = '' } = await site.call('shipped', site.tokenRequest(tokenForm(code)))
      const ports = await site.ports('shipped')
      const request = site.tokenRequest({ grant_type: 'refresh_token', refresh_token })
      const entries = Array.from({ length: defaultConcurrency }, (_, attempt) => ({
        port: ports[attempt % 2] ?? 0,
        request,
      }))
      return { answers: complete(await raceAtLastByte(entries)), refresh_token }
    })
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    // One request used it; the others get the same token, as after a lost response.
    const next = new Set(answers.map(({ body }) => String(JSON.parse(body).refresh_token)))
    expect([next.size, next.has(refresh_token)]).toEqual([1, false])
  })

  it(`evaluate 5 of ${guessers} guesses at one passcode (T-4, T-7)`, async () => {
    const { answers, correct } = await repeat(async () => {
      const [user] = await site.createUsers('shipped', 1)
      const email = user?.email ?? ''
      const { method_id } = await site.call('shipped', site.request('/otps/email/login_or_create', { email }))
      const code = codeIn((await sink.next(email)).text)
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      const ports = await site.ports('shipped')
      const guess = (token: string) =>
        site.request('/otps/authenticate', { token, method_id, session_duration_minutes: 60 })
      const entries = Array.from({ length: guessers }, (_, attempt) => ({
        ...{ port: ports[attempt % 2] ?? 0, request: guess(wrong) },
      }))
      const answers = complete(await raceAtLastByte(entries))
      return { answers, correct: complete(await raceAtLastByte([{ port: ports[0], request: guess(code) }])) }
    })
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
    // After five wrong guesses the correct code is rejected too.
    expect(correct).toMatchObject([{ status: 404, refusal: 'otp_code_not_found' }])
  })
})
