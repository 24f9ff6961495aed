import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { load } from '../http-load/closed-loop.ts'
import { post } from '../http-load/post.ts'
import { median } from '../http-load/server-process.ts'
import { type Book, newBook } from './acknowledged.ts'
import { createApi, RefusedError, retryAfterOf } from './api.ts'
import { createFlows } from './flows.ts'
import { type LoadSetup, openLoadSetup, sessionMinutes } from './load-setup.ts'
import { type Offered, offer, sequence } from './open-loop.ts'
import { createRecorder, summarise } from './recorder.ts'
import { atLeast, atMost, endingBars, none, type Row, type RowContext, shown } from './row.ts'

const password = 'correct-horse-battery-staple-91'
const owners = Array.from({ length: 24 }, (_, index) => `owner-${index}@example.com`)
const sliceMs = 3_000
const atOnce = 8

async function openWithOwners({ machine }: RowContext, name: string): Promise<{ setup: LoadSetup; book: Book }> {
  const setup = await openLoadSetup(machine, 'SQLite', name)
  const book = newBook()
  const api = createApi(setup.connections(), setup.project.public_token, createRecorder())
  for (let first = 0; first < owners.length; first += atOnce) {
    await Promise.all(
      owners.slice(first, first + atOnce).map(async (email) => {
        const body = { email, password, session_duration_minutes: sessionMinutes }
        const data = await api.call('/passwords', body)
        book.account(email).sessions.set(String(data.session_token), 'live')
      }),
    )
  }
  return { setup, book }
}

const signIns: Row = {
  id: 'L2',
  engine: 'SQLite',
  async run(context) {
    const { scale, scripts, say } = context
    const { setup, book } = await openWithOwners(context, 'L2')
    try {
      let turn = 0
      const credentials = `${setup.project.public_token}:${setup.project.public_token}`
      const request = (): string =>
        post('/sdk/v1/passwords/authenticate', credentials, {
          ...{ email: owners[turn++ % owners.length], password, session_duration_minutes: sessionMinutes },
        })
      const raw = async (): Promise<number> => {
        const { stdout } = await promisify(execFile)(process.execPath, [scripts.rawHashes, 'verify', String(sliceMs)])
        return Number(stdout)
      }
      const pairs: { raw: number; provider: number }[] = []
      let refused = 0
      for (let pair = 0; pair < scale.pick(5, 9); pair += 1) {
        const bare = await raw()
        const result = await load({ port: setup.provider().port, request }, atOnce, sliceMs)
        refused += result.refused
        pairs.push({ raw: bare, provider: result.perSecond })
      }
      const capacity = median(pairs.map((pair) => pair.provider))
      const perSecond = Math.min(20, 0.6 * capacity)
      say(`${capacity.toFixed(1)}/s at most; offered ${perSecond.toFixed(1)}/s`)
      const recorder = createRecorder()
      const flows = createFlows(setup, createApi(setup.connections(), setup.project.public_token, recorder), book)
      const seconds = scale.seconds(20, 600)
      const offered = await offer({ perSecond, seconds, random: sequence(scale.seed) }, (dueAt, index) =>
        flows.password(owners[index % owners.length] ?? '', password, dueAt).catch(() => undefined),
      )
      const latency = recorder.latency()
      return {
        ...{ id: 'L2', engine: 'SQLite', what: 'password sign-in, Argon2id' },
        offered: `${perSecond.toFixed(1)}/s for ${seconds} s`,
        figures: [
          shown(latency),
          `at most ${capacity.toFixed(1)}/s, bare hashes ${median(pairs.map((pair) => pair.raw)).toFixed(1)}/s (medians of ${pairs.length} pairs)`,
        ],
        bars: [
          atLeast('sign-ins, relative to the raw hash rate', median(pairs.map((one) => one.provider / one.raw)), 0.85),
          none('rejected at saturation', refused > 0 ? [String(refused)] : [], pairs.length),
          ...(await endingBars(setup, book, [offered], recorder)),
          atMost('p99', latency.p99, 500, 'ms', false),
        ],
      }
    } finally {
      await setup.close()
    }
  },
}

const overload: Row = {
  id: 'L2o',
  engine: 'SQLite',
  async run(context) {
    const { scale } = context
    const { setup, book } = await openWithOwners(context, 'L2o')
    try {
      const users = await setup.seed(2_000)
      const [quiet, underLoad, attempts] = [createRecorder(), createRecorder(), createRecorder()]
      const token = setup.project.public_token
      const random = sequence(scale.seed)
      const refresh = (recorder: typeof quiet, seconds: number) => {
        const flows = createFlows(setup, createApi(setup.connections(), token, recorder), book)
        return offer({ perSecond: 100, seconds, random }, async (dueAt, index) => {
          const { email, token: session } = users[index % users.length] ?? { email: '', token: '' }
          book.seenSeeded(email, session)
          await flows.refresh(session, dueAt).catch(() => undefined)
        })
      }
      const offers: Offered[] = []
      const refusals: number[] = []
      const wrong: string[] = []
      const signIn = createFlows(setup, createApi(setup.connections(), token, attempts), book)
      const seconds = scale.seconds(8, 20)
      for (let round = 0; round < 3; round += 1) {
        offers.push(await refresh(quiet, seconds))
        const excess = offer({ perSecond: 60, seconds, random }, async (dueAt, index) => {
          try {
            await signIn.password(owners[index % owners.length] ?? '', password, dueAt)
          } catch (error) {
            const refused = error instanceof RefusedError ? error : undefined
            refusals.push(performance.now() - dueAt)
            if (!refused?.answer || ![429, 503].includes(refused.status)) wrong.push(String(error))
            else if (retryAfterOf(refused.answer) === null) wrong.push(`${refused.status} without Retry-After`)
          }
        })
        offers.push(...(await Promise.all([refresh(underLoad, seconds), excess])))
      }
      const [before, during] = [quiet.latency(), underLoad.latency()]
      const refused = summarise(refusals)
      return {
        ...{ id: 'L2o', engine: 'SQLite', what: 'password sign-in above the maximum hash rate' },
        offered: `60/s for ${3 * seconds} s during 100 refreshes/s`,
        figures: [
          `${attempts.latency().count} signed in: ${shown(attempts.latency())}`,
          `${refused.count} rejected: ${shown(refused)}`,
          `refreshes without sign-ins: ${shown(before)}; during sign-ins: ${shown(during)}`,
        ],
        bars: [
          none('excess calls without 429 or 503 and Retry-After', wrong, attempts.count()),
          // A machine that hashes faster rejects no request.
          atMost('longest time to a rejection', refused.count > 0 ? refused.max : 0, 1_000, 'ms', true),
          atMost('p99 of refreshes during sign-ins, relative to quiet', during.p99 / before.p99, 2, '×', true),
          ...(await endingBars(setup, book, offers, underLoad, [...quiet.failures(), ...underLoad.failures()])),
        ],
      }
    } finally {
      await setup.close()
    }
  },
}

export const passwordRows: readonly Row[] = [signIns, overload]
