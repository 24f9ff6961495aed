import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { post } from '../e2e/http-load/post.ts'
import { type Answer, createAnswerReader } from '../e2e/http-load/response-reader.ts'
import { benchFolder, median, startServer } from '../e2e/http-load/server-process.ts'
import { existingAccounts, unknownAddresses } from './enumeration-fixtures.ts'
import { benchPassword } from './password-accounts.ts'

export interface ComparedCall {
  what: string
  pairs: number
  knownMs: number
  unknownMs: number
  /** The longer median divided by the shorter one. */
  ratio: number
  /** How often the existing account takes longer than the unknown address: 0.5 if the time reveals nothing. */
  auc: number
}

/** Enough to detect a difference of a few percent. */
const manyPairs = 2_000
const calls: { what: string; path: string; body: object; pairs: number; atOnce: number }[] = [
  { what: 'passcode, `login_or_create`', path: '/otps/email/login_or_create', body: {}, pairs: manyPairs, atOnce: 1 },
  { what: 'passcode, `send/primary`', path: '/otps/email/send/primary', body: {}, pairs: manyPairs, atOnce: 1 },
  {
    ...{ what: 'magic link, `login_or_create`', path: '/magic_links/email/login_or_create', body: {} },
    ...{ pairs: manyPairs, atOnce: 1 },
  },
  {
    ...{ what: 'start of a reset', path: '/passwords/email/reset/start', body: {} },
    ...{ pairs: manyPairs, atOnce: 1 },
  },
  {
    ...{ what: 'wrong password', path: '/passwords/authenticate' },
    body: { password: `not ${benchPassword}`, session_duration_minutes: 60 },
    // Each attempt costs a hash, and ten in a row lock the account.
    ...{ pairs: 8 * existingAccounts.length, atOnce: 1 },
  },
  // Each call takes at least 120 ms, so they run concurrently.
  { what: '`users/search`', path: '/users/search', body: {}, pairs: manyPairs, atOnce: 16 },
]

/** Measures pairs of an existing account and an unknown address in random order, so that other load affects both. */
export async function measureEnumerationTiming(script: string): Promise<ComparedCall[]> {
  const folder = benchFolder()
  const server = await startServer(script, [join(folder, 'provider.db'), '--strict'])
  try {
    const compared: ComparedCall[] = []
    for (const { what, path, body, pairs, atOnce } of calls) {
      const requestFor = (email: string): string => post(`/sdk/v1${path}`, server.rest, { email, ...body })
      const times = { known: [] as number[], unknown: [] as number[] }
      const took = await timedPairs({ port: server.port, pairs, atOnce, requestFor })
      for (const { isKnown, ms } of took) times[isKnown ? 'known' : 'unknown'].push(ms)
      const [knownMs, unknownMs] = [median(times.known), median(times.unknown)]
      const ratio = Math.max(knownMs, unknownMs) / Math.min(knownMs, unknownMs)
      compared.push({ what, pairs, knownMs, unknownMs, ratio, auc: areaUnderCurve(times.known, times.unknown) })
    }
    return compared
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Timed {
  isKnown: boolean
  ms: number
}

interface Pairs {
  port: number
  pairs: number
  atOnce: number
  requestFor(email: string): string
}

async function timedPairs({ port, pairs, atOnce, requestFor }: Pairs): Promise<Timed[]> {
  const took: Timed[] = []
  let begun = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const connection = await openConnection(port)
      // The first response of a connection includes its set-up: it is not counted.
      await connection.send(requestFor('first@example.com'))
      while (begun < pairs) {
        const at = begun++ % existingAccounts.length
        const isKnownFirst = Math.random() < 0.5
        for (const isKnown of [isKnownFirst, !isKnownFirst]) {
          const request = requestFor((isKnown ? existingAccounts : unknownAddresses)[at] ?? '')
          const began = performance.now()
          const { status, body } = await connection.send(request)
          took.push({ isKnown, ms: performance.now() - began })
          if (status !== '200' && !body.includes('unauthorized_credentials'))
            throw new Error(`rejected with ${status}: ${body}`)
        }
      }
      connection.close()
    }),
  )
  return took
}

interface Connection {
  send(request: string): Promise<Answer>
  close(): void
}

function openConnection(port: number): Promise<Connection> {
  return new Promise((opened, failed) => {
    let answered: (answer: Answer) => void = () => {}
    let fail = failed
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () =>
      opened({
        send: (request) =>
          new Promise((resolve, reject) => {
            answered = resolve
            fail = reject
            socket.write(request)
          }),
        close: () => socket.destroy(),
      }),
    )
    socket.on('error', (error) => fail(error))
    socket.on('close', () => fail(new Error('the server has ended the connection')))
    socket.on(
      'data',
      createAnswerReader((answer) => {
        answered(answer)
        return true
      }),
    )
  })
}

/** Mann-Whitney U statistic. Equal values share their ranks. */
function areaUnderCurve(known: readonly number[], unknown: readonly number[]): number {
  const all = [...known.map((ms) => ({ ms, isKnown: true })), ...unknown.map((ms) => ({ ms, isKnown: false }))]
  all.sort((a, b) => a.ms - b.ms)
  let rankSum = 0
  for (let first = 0; first < all.length; ) {
    let end = first
    while (end < all.length && all[end]?.ms === all[first]?.ms) end += 1
    const sharedRank = (first + 1 + end) / 2
    rankSum += sharedRank * all.slice(first, end).filter(({ isKnown }) => isKnown).length
    first = end
  }
  return (rankSum - (known.length * (known.length + 1)) / 2) / (known.length * unknown.length)
}
