import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { bundleForNode } from '../../tools/bundle.mjs'
import { bundled } from '../provider.ts'
import { callsTo } from './calls.ts'
import { freshDatabase } from './fresh-database.ts'
import { raceAtLastByte } from './last-byte-race.ts'
import { codeIn, type MailSink, startMailSink, tokenIn } from './mail-sink.ts'
import { createProject, type Deployment, type RunningProvider, startProvider } from './provider-process.ts'

const rounds = Number(process.env.RACE_ROUNDS ?? 50)
const redeemers = 16
const guessers = 64

let sink: MailSink
let script: string
let naiveScript: string
const folder = mkdtempSync(join(tmpdir(), 'latchkey-races-'))

beforeAll(async () => {
  sink = await startMailSink()
  script = await bundled()
  naiveScript = await bundleForNode('e2e/fixtures/naive-provider.ts', 'naive-provider')
})

afterAll(async () => {
  await sink.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Two processes on one database, and requests that go to both in turn. */
async function withTwoProviders<T>(
  deployment: Deployment,
  work: (publicToken: string, ports: (count: number) => number[]) => Promise<T>,
): Promise<T> {
  const publicToken = await createProject({ ...deployment, script })
  const providers: RunningProvider[] = []
  try {
    for (let count = 0; count < 2; count += 1) providers.push(await startProvider(deployment))
    const ports = (count: number): number[] =>
      Array.from({ length: count }, (_, index) => providers[index % providers.length]?.port ?? 0)
    return await work(publicToken, ports)
  } finally {
    await Promise.all(providers.map((provider) => provider.stop()))
  }
}

/** How many sessions each of `count` magic links gave when 16 redeemed it at once. */
async function sessionsPerLink(deployment: Deployment, count: number): Promise<number[]> {
  return withTwoProviders(deployment, async (publicToken, ports) => {
    const [port = 0] = ports(1)
    const sessions: number[] = []
    for (let round = 0; round < count; round += 1) {
      const email = `race-${round}-${publicToken.slice(-12)}@example.com`
      // 43 characters of base64url that no verifier below hashes to would refuse everyone: the challenge is the real one.
      const sent = await callsTo(port, publicToken).post('/magic_links/email/login_or_create', {
        email,
        code_challenge: challenge,
      })
      expect(sent.kind).toBe('ok')
      const answers = await raceAtLastByte(ports(redeemers), {
        path: '/magic_links/authenticate',
        credentials: `${publicToken}:${publicToken}`,
        body: { token: tokenIn((await sink.next(email)).text), code_verifier: verifier, session_duration_minutes: 60 },
      })
      sessions.push(answers.filter(({ status }) => status === 200).length)
      const others = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error_type)
      expect(new Set(others)).toEqual(new Set(others.length > 0 ? ['unable_to_auth_magic_link'] : []))
    }
    return sessions
  })
}

// RFC 7636, appendix B.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const engines = [
  { engine: 'SQLite', databaseUrl: async (name: string) => `sqlite:${join(folder, `${name}.db`)}` },
  { engine: 'PostgreSQL', databaseUrl: async () => freshDatabase(inject('postgresUrl')) },
]

describe.each(engines)('two provider processes on one $engine database', ({ databaseUrl }) => {
  it(`give one session for a link that ${redeemers} redeem at once`, async () => {
    const deployment = { script, databaseUrl: await databaseUrl('redeem'), smtpUrl: sink.url }
    expect(await sessionsPerLink(deployment, rounds)).toEqual(Array(rounds).fill(1))
  })

  it('give more than one with a naive consume, so the test above can fail', async () => {
    const deployment = { script: naiveScript, databaseUrl: await databaseUrl('naive'), smtpUrl: sink.url }
    expect(Math.max(...(await sessionsPerLink(deployment, 10)))).toBeGreaterThan(1)
  })

  it(`evaluate 5 of ${guessers} guesses at one passcode`, async () => {
    const deployment = { script, databaseUrl: await databaseUrl('guess'), smtpUrl: sink.url }
    await withTwoProviders(deployment, async (publicToken, ports) => {
      const [port = 0] = ports(1)
      const calls = callsTo(port, publicToken)
      const email = `guessed-${publicToken.slice(-12)}@example.com`
      const sent = await calls.post('/otps/email/login_or_create', { email })
      if (sent.kind !== 'ok') throw new Error('the passcode was not sent')
      const code = codeIn((await sink.next(email)).text)
      const methodId = String(sent.data.method_id)
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      const guess = (token: string) => ({ token, method_id: methodId, session_duration_minutes: 60 })
      const answers = await raceAtLastByte(ports(guessers), {
        path: '/otps/authenticate',
        credentials: `${publicToken}:${publicToken}`,
        body: guess(wrong),
      })
      expect(answers.filter(({ status }) => status === 200)).toEqual([])
      // After five wrong ones the right one is as good as any: the code is dead.
      const late = await calls.post('/otps/authenticate', guess(code))
      expect(late).toMatchObject({ kind: 'refused', errorType: 'otp_code_not_found' })
    })
  })
})
