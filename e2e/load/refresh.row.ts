import { join } from 'node:path'
import { freshDatabase } from '../faults/fresh-database.ts'
import { load } from '../http-load/closed-loop.ts'
import { post } from '../http-load/post.ts'
import { median, startServer } from '../http-load/server-process.ts'
import { newBook } from './acknowledged.ts'
import { createApi } from './api.ts'
import { createConnections } from './connections.ts'
import { createFlows } from './flows.ts'
import { type Engine, openLoadSetup } from './load-setup.ts'
import { offer, sequence } from './open-loop.ts'
import { createRecorder } from './recorder.ts'
import { atLeast, atMost, endingBars, none, type Row, shown } from './row.ts'

/** The number of signed-in tabs, and their refreshes per second. */
interface RefreshLoad {
  id: 'L1' | 'L1e'
  engine: Engine
  sessions: number
  perSecond: number
  longestMs: number
}

const loads: readonly RefreshLoad[] = [
  { id: 'L1', engine: 'PostgreSQL', sessions: 100_000, perSecond: 556, longestMs: 150 },
  { id: 'L1e', engine: 'SQLite', sessions: 36_000, perSecond: 200, longestMs: 200 },
]
const bareSessions = 10_000
const connectionsAtOnce = 64
const sliceMs = 2_000
/** The largest share of the machine's maximum, which generator, provider and database share. */
const bearableShare = 0.6

export const refreshRows: readonly Row[] = loads.map(({ id, engine, sessions, perSecond, longestMs }) => ({
  id,
  engine,
  async run({ machine, scale, scripts, say }) {
    const setup = await openLoadSetup(machine, engine, id)
    const users = await setup.seed(sessions)
    const database = engine === 'SQLite' ? join(machine.folder, 'bare.db') : await freshDatabase(machine.postgresUrl)
    const bare = await startServer(scripts.bareServer, [database, 'token', String(bareSessions)])
    const random = sequence(scale.seed)
    const randomUser = () => users[Math.floor(random() * users.length)] ?? { email: '', token: '' }
    const someToken = (): string => `token-${Math.floor(random() * bareSessions)}`
    try {
      const book = newBook()
      const targets = {
        bare: { port: bare.port, request: () => post('/', `public:${someToken()}`, {}) },
        provider: {
          port: setup.provider().port,
          request: () =>
            post('/sdk/v1/sessions/authenticate', `${setup.project.public_token}:${randomUser().token}`, {}),
        },
      }
      const saturate = (which: 'bare' | 'provider') => load(targets[which], connectionsAtOnce, sliceMs)
      await saturate('bare')
      await saturate('provider')
      const pairs: { bare: number; provider: number }[] = []
      let refused = 0
      for (let pair = 0; pair < scale.pick(5, 15); pair += 1) {
        const [first, second] = [await saturate('bare'), await saturate('provider')]
        refused += first.refused + second.refused
        pairs.push({ bare: first.perSecond, provider: second.perSecond })
      }
      const capacity = {
        bare: median(pairs.map((one) => one.bare)),
        provider: median(pairs.map((one) => one.provider)),
      }
      const offered = Math.min(perSecond, bearableShare * capacity.provider)
      say(
        `${capacity.provider.toFixed(0)}/s at most, ${capacity.bare.toFixed(0)}/s bare; offered ${offered.toFixed(0)}/s`,
      )

      const recorder = createRecorder()
      const flows = createFlows(setup, createApi(setup.connections(), setup.project.public_token, recorder), book)
      const seconds = scale.seconds(30, 900)
      const arrived = await offer({ perSecond: offered, seconds, random }, async (dueAt) => {
        const { email, token } = randomUser()
        book.seenSeeded(email, token)
        await flows.refresh(token, dueAt).catch(() => undefined)
      })
      // The bare handler gets the same share of its maximum.
      const floor = createRecorder()
      const lines = createConnections(bare.port)
      const share = { perSecond: (offered / capacity.provider) * capacity.bare, seconds: scale.seconds(10, 60), random }
      await offer(share, async (dueAt) => {
        const answer = await lines.send(post('/', `public:${someToken()}`, {})).catch(() => undefined)
        floor.note('bare', answer?.status ?? 'lost', performance.now() - dueAt)
      })
      lines.close()

      const [latency, bareLatency] = [recorder.latency(), floor.latency()]
      const ratio = median(pairs.map((one) => one.provider / one.bare))
      return {
        ...{ id, engine, what: `\`sessions/authenticate\`, ${sessions.toLocaleString('en')} live sessions` },
        offered: `${offered.toFixed(0)}/s for ${seconds} s`,
        figures: [
          shown(latency),
          `at most ${capacity.provider.toFixed(0)}/s, bare ${capacity.bare.toFixed(0)}/s (medians of ${pairs.length} pairs)`,
          `bare at the same share of its maximum: ${shown(bareLatency)}`,
        ],
        bars: [
          atLeast('throughput at saturation, relative to bare', ratio, 0.35),
          atMost('p99, relative to bare at the same share of saturation', latency.p99 / bareLatency.p99, 3, '×', true),
          none('rejected at saturation', refused > 0 ? [String(refused)] : [], pairs.length * 2),
          ...(await endingBars(setup, book, [arrived], recorder)),
          atMost('p50', latency.p50, 20, 'ms', false),
          atMost('p99', latency.p99, longestMs, 'ms', false),
        ],
      }
    } finally {
      await Promise.all([bare.stop(), setup.close()])
    }
  },
}))
