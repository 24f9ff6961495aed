import { newBook } from './acknowledged.ts'
import { type Api, createApi, RefusedError, retryAfterOf } from './api.ts'
import { createFlows } from './flows.ts'
import { openLoadSetup, sessionMinutes } from './load-setup.ts'
import { offer, sequence } from './open-loop.ts'
import { createRecorder } from './recorder.ts'
import { atMost, type Bar, endingBars, ms, none, type Row, shown } from './row.ts'
import { preparePasskeys } from './sign-ins.row.ts'

const people = 1_000
const expired = 2_000
const sendsPerAddress = 5
const minute = 60_000
const password = 'correct-horse-battery-staple-91'
const owners = Array.from({ length: 16 }, (_, index) => `soak-owner-${index}@example.com`)

/** Everything at once, for long: what is used up, or kept, or forgotten shows with time. */
const soak: Row = {
  id: 'L6',
  engine: 'PostgreSQL',
  async run({ machine, scale, say }) {
    const limits = { sends_per_address: { limit: sendsPerAddress, windowMs: 24 * 60 * minute } }
    const setup = await openLoadSetup(machine, 'PostgreSQL', 'L6', limits)
    try {
      const seeded = await setup.seed(people)
      // Ended before the retention period: the provider must delete them during the run.
      await setup.seed(expired, { name: 'expired', expiresAt: Date.now() - 25 * 60 * minute })
      const book = newBook()
      const recorder = createRecorder()
      const api = createApi(setup.connections(), setup.project.public_token, recorder)
      const flows = createFlows(setup, api, book)
      const passkey = await preparePasskeys(setup, api, 16, book)
      for (const email of owners)
        await api.call('/passwords', { email, password, session_duration_minutes: sessionMinutes })
      const greedy = createGreedy(createApi(setup.connections(), setup.project.public_token, createRecorder()))
      const random = sequence(scale.seed)
      const updating = new Set<string>()
      let step = 0

      const visits: [weight: number, visit: (dueAt: number, index: number) => Promise<unknown>][] = [
        [60, (dueAt, index) => flows.refresh(seeded[index % people]?.token ?? '', dueAt)],
        [
          12,
          async (dueAt, index) => {
            const { email, token } = seeded[(index * 7) % people] ?? { email: '', token: '' }
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
        [3, (dueAt) => greedy.ask(dueAt)],
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
      // A visit is 1.35 calls: the long run has the plan's 150 a second.
      const perSecond = scale.pick(60, 112)
      const problems: string[] = []
      const probe = createRecorder()
      const watching = createApi(setup.connections(), setup.project.public_token, probe)
      // Connections of this generator come and go with what it offers; everything else the provider opened is its own.
      const look = () => ({
        rss: setup.residentMegabytes(),
        files: setup.openFiles() - setup.connections().open(),
      })
      const before = { rss: 0, files: 0 }
      // As the plan has it: after ten minutes of sixty, and at the end. By then every pool has been full once.
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
        // Does nothing in the provider but wait for its turn.
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
        ...{ id: 'L6', engine: 'PostgreSQL', what: `soak: everything at once, ${people.toLocaleString('en')} people` },
        offered: `${perSecond} visits/s for ${seconds} s, ${recorder.count().toLocaleString('en')} calls`,
        figures: [
          shown(recorder.latency()),
          `memory ${before.rss.toFixed(0)} MB after a sixth of the time, ${after.rss.toFixed(0)} MB at the end; open files of its own ${before.files}, ${after.files}`,
          `turn of an empty request: p99 ${ms(delay.p99)}`,
          `the greedy address asked ${greedy.asked()} times`,
        ],
        bars: [
          none('visits that did not end as they should', problems, visited.arrivals),
          ...greedy.bars(),
          none('expired sessions left', swept < expired ? [String(expired - swept)] : [], expired),
          // A process of a minute is still warming up.
          atMost('memory, of that after a sixth of the time', after.rss / before.rss, 1.1, '×', scale.isLong),
          atMost('open files of its own, of those after a sixth of the time', after.files / before.files, 1, '×', true),
          ...(await endingBars(setup, book, [visited, looked], recorder)),
          atMost('p99 of the turn of an empty request', delay.p99, 100, 'ms', false),
        ],
      }
    } finally {
      await setup.close()
    }
  },
}

/** Asks for messages to one address over and over: so many are sent, and not one more, whatever else goes on. */
function createGreedy(api: Api): { ask(dueAt: number): Promise<void>; asked(): number; bars(): Bar[] } {
  const wrong: string[] = []
  let [asked, sent] = [0, 0]
  return {
    async ask(dueAt) {
      asked += 1
      try {
        await api.call('/otps/email/login_or_create', { email: 'greedy@example.com' }, { since: dueAt })
        sent += 1
      } catch (error) {
        const answer = error instanceof RefusedError ? error.answer : undefined
        if (answer?.status !== '429' || retryAfterOf(answer) === null) wrong.push(String(error))
      }
    },
    asked: () => asked,
    bars: () => [
      {
        what: 'messages to the greedy address',
        measured: String(sent),
        wanted: String(Math.min(asked, sendsPerAddress)),
        isMet: sent === Math.min(asked, sendsPerAddress),
        decides: true,
      },
      none('wrong responses to the limited address', wrong, asked),
    ],
  }
}

/** Sweeping is a round a minute. */
async function untilSwept(count: () => Promise<number>): Promise<number> {
  const end = performance.now() + 70_000
  for (;;) {
    const swept = await count()
    if (swept >= expired || performance.now() > end) return swept
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

export const soakRows: readonly Row[] = [soak]
