import { newBook } from './acknowledged.ts'
import { type Api, createApi, RefusedError, retryAfterOf } from './api.ts'
import { createFlows } from './flows.ts'
import { openLoadSetup, sessionMinutes } from './load-setup.ts'
import { offer, sequence } from './open-loop.ts'
import { createRecorder } from './recorder.ts'
import { atMost, type Bar, endingBars, ms, none, type Row, shown } from './row.ts'
import { preparePasskeys } from './sign-ins.row.ts'

const userCount = 1_000
const expired = 2_000
const sendsPerAddress = 5
const minute = 60_000
const password = 'correct-horse-battery-staple-91'
const owners = Array.from({ length: 16 }, (_, index) => `soak-owner-${index}@example.com`)

/** Runs all flows at once for a long time, to find leaks of memory, files and rows. */
const soak: Row = {
  id: 'L6',
  engine: 'PostgreSQL',
  async run({ machine, scale, say }) {
    const limits = { sends_per_address: { limit: sendsPerAddress, windowMs: 24 * 60 * minute } }
    const setup = await openLoadSetup(machine, 'PostgreSQL', 'L6', limits)
    try {
      const seeded = await setup.seed(userCount)
      // Ended before the retention period: the provider must delete them during the run.
      await setup.seed(expired, { name: 'expired', expiresAt: Date.now() - 25 * 60 * minute })
      const book = newBook()
      const recorder = createRecorder()
      const api = createApi(setup.connections(), setup.project.public_token, recorder)
      const flows = createFlows(setup, api, book)
      const passkey = await preparePasskeys(setup, api, 16, book)
      for (const email of owners)
        await api.call('/passwords', { email, password, session_duration_minutes: sessionMinutes })
      const limited = createLimitedAddress(createApi(setup.connections(), setup.project.public_token, createRecorder()))
      const random = sequence(scale.seed)
      const updating = new Set<string>()
      let step = 0

      const visits: [weight: number, visit: (dueAt: number, index: number) => Promise<unknown>][] = [
        [60, (dueAt, index) => flows.refresh(seeded[index % userCount]?.token ?? '', dueAt)],
        [
          12,
          async (dueAt, index) => {
            const { email, token } = seeded[(index * 7) % userCount] ?? { email: '', token: '' }
            // One change at a time, because the order of concurrent changes is unknown.
            if (updating.has(email)) return flows.refresh(token, dueAt)
            updating.add(email)
            step += 1
            book.seenSeeded(email, token)
            await flows.update(email, token, step, dueAt).finally(() => updating.delete(email))
          },
        ],
        [
          6,
          async (dueAt, index) => {
            const email = `soak-otp-${index}@example.com`
            const token = await flows.otp(email, dueAt)
            if (random() < 0.5) await flows.signOut(email, token)
          },
        ],
        [6, (dueAt, index) => flows.link(`soak-link-${index}@example.com`, dueAt)],
        [5, (dueAt, index) => flows.password(owners[index % owners.length] ?? '', password, dueAt)],
        [8, passkey],
        [3, (dueAt) => limited.ask(dueAt)],
      ]
      const total = visits.reduce((sum, [weight]) => sum + weight, 0)
      const choose = () => {
        let place = random() * total
        for (const [weight, visit] of visits) {
          place -= weight
          if (place < 0) return visit
        }
        return undefined
      }

      const seconds = scale.seconds(75, 3_600)
      // A visit makes 1.35 calls, so the long run has the planned 150 calls a second.
      const perSecond = scale.pick(60, 112)
      const problems: string[] = []
      const probe = createRecorder()
      const watching = createApi(setup.connections(), setup.project.public_token, probe)
      // The connections of the generator vary with the load, so they are subtracted from the provider's open files.
      const look = () => ({
        rss: setup.residentMegabytes(),
        files: setup.openFiles() - setup.connections().open(),
      })
      const before = { rss: 0, files: 0 }
      // Measured after a sixth of the time, when every pool has been full once, and at the end.
      const watchTheBeginning = async (): Promise<void> => {
        const end = performance.now() + (seconds * 1_000) / 6
        while (performance.now() < end) {
          const { rss, files } = look()
          Object.assign(before, { rss, files: Math.max(before.files, files) })
          await new Promise((resolve) => setTimeout(resolve, 500))
        }
      }
      const [visited, looked] = await Promise.all([
        offer({ perSecond, seconds, random }, async (dueAt, index) => {
          await choose()?.(dueAt, index).catch((error) => problems.push(String(error)))
        }),
        // The provider does no work for this request, so its latency is the waiting time.
        offer({ perSecond: 10, seconds, random: sequence(scale.seed + 1) }, async (dueAt) => {
          await watching.ask('alive', '/health/alive', {}, ['200'], dueAt).catch(() => undefined)
        }),
        watchTheBeginning(),
      ])
      const after = look()
      const swept = await untilSwept(() => setup.metric('latchkey_swept_rows_total', /table="sessions"/))
      say(`${recorder.count()} calls, ${before.rss.toFixed(0)} MB, then ${after.rss.toFixed(0)} MB`)
      const delay = probe.latency()
      return {
        ...{ id: 'L6', engine: 'PostgreSQL', what: `soak: all flows at once, ${userCount.toLocaleString('en')} users` },
        offered: `${perSecond} visits/s for ${seconds} s, ${recorder.count().toLocaleString('en')} calls`,
        figures: [
          shown(recorder.latency()),
          `memory ${before.rss.toFixed(0)} MB after a sixth of the time, ${after.rss.toFixed(0)} MB at the end; own open files ${before.files}, ${after.files}`,
          `latency of an empty request: p99 ${ms(delay.p99)}`,
          `${limited.requestCount()} requests of the limited address`,
        ],
        bars: [
          none('failed visits', problems, visited.arrivals),
          ...limited.bars(),
          none('expired sessions left', swept < expired ? [String(expired - swept)] : [], expired),
          // In the usual run the process is still warming up.
          atMost('memory, relative to that after a sixth of the time', after.rss / before.rss, 1.1, '×', scale.isLong),
          atMost(
            'own open files, relative to those after a sixth of the time',
            after.files / before.files,
            1,
            '×',
            true,
          ),
          ...(await endingBars(setup, book, [visited, looked], recorder)),
          atMost('p99 latency of an empty request', delay.p99, 100, 'ms', false),
        ],
      }
    } finally {
      await setup.close()
    }
  },
}

/** Requests messages to one address again and again. Exactly as many as the limit allows must be sent. */
function createLimitedAddress(api: Api): { ask(dueAt: number): Promise<void>; requestCount(): number; bars(): Bar[] } {
  const wrong: string[] = []
  let [requestCount, sent] = [0, 0]
  return {
    async ask(dueAt) {
      requestCount += 1
      try {
        await api.call('/otps/email/login_or_create', { email: 'limited@example.com' }, { since: dueAt })
        sent += 1
      } catch (error) {
        const answer = error instanceof RefusedError ? error.answer : undefined
        if (answer?.status !== '429' || retryAfterOf(answer) === null) wrong.push(String(error))
      }
    },
    requestCount: () => requestCount,
    bars: () => [
      {
        what: 'messages to the limited address',
        measured: String(sent),
        wanted: String(Math.min(requestCount, sendsPerAddress)),
        isMet: sent === Math.min(requestCount, sendsPerAddress),
        decides: true,
      },
      none('wrong responses to the limited address', wrong, requestCount),
    ],
  }
}

/** The provider deletes expired rows once a minute. */
async function untilSwept(count: () => Promise<number>): Promise<number> {
  const end = performance.now() + 70_000
  for (;;) {
    const swept = await count()
    if (swept >= expired || performance.now() > end) return swept
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

export const soakRows: readonly Row[] = [soak]
