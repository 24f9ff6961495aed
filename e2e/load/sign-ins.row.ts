import { createAuthenticator, type SoftwareAuthenticator } from '@latchkey/testkit/authenticator'
import { page } from '../faults/provider-process.ts'
import { type Book, newBook } from './acknowledged.ts'
import { type Api, createApi } from './api.ts'
import { createFlows, type Flows } from './flows.ts'
import { type Engine, type LoadSetup, openLoadSetup, sessionMinutes } from './load-setup.ts'
import { offer, sequence } from './open-loop.ts'
import { createRecorder } from './recorder.ts'
import { atMost, endingBars, ms, none, type Row } from './row.ts'

/** The flow of an arriving user, from the due time. */
export type Arrive = (dueAt: number, index: number) => Promise<unknown>

interface SignInLoad {
  id: string
  engine: Engine
  what: string
  /** Flows per second in the usual run and in the long run. */
  perSecond: readonly [number, number]
  longSeconds: number
  longestMs: number
  prepare(setup: LoadSetup, api: Api, flows: Flows, book: Book): Promise<Arrive>
}

/** All rows share the mail server, so each address is used once. */
const prepareOtps: SignInLoad['prepare'] =
  async ({ engine }, _api, flows) =>
  (dueAt, index) =>
    flows.otp(`${engine.toLowerCase()}-${index}@example.com`, dueAt)

const prepareLinks: SignInLoad['prepare'] = async (_setup, _api, flows) => (dueAt, index) =>
  flows.link(`link-${index}@example.com`, dueAt)

/** Each user has a passkey on a separate device. */
export async function preparePasskeys(setup: LoadSetup, api: Api, count: number, book: Book): Promise<Arrive> {
  const users = await setup.seed(count, { name: 'passkey' })
  const devices: { device: SoftwareAuthenticator; email: string }[] = []
  for (const { token, email } of users) {
    const device = createAuthenticator(page, { isSynced: true })
    const request = { domain: 'localhost', user_agent: 'load', return_passkey_credential_options: true }
    const started = await api.call('/webauthn/register/start', request, { session: token })
    const public_key_credential = device.create(String(started.public_key_credential_creation_options))
    const data = await api.call('/webauthn/register', { public_key_credential }, { session: token })
    book.seenSeeded(email, String(data.session_token))
    devices.push({ device, email })
  }
  return async (dueAt, index) => {
    const { device, email } = devices[index % devices.length] ?? { device: undefined, email: '' }
    const request = { domain: 'localhost', return_passkey_credential_options: true }
    const started = await api.call('/webauthn/authenticate/start/primary', request, { since: dueAt })
    const public_key_credential = device?.get(String(started.public_key_credential_request_options))
    const body = { public_key_credential, session_duration_minutes: sessionMinutes }
    const data = await api.call('/webauthn/authenticate', body)
    book.account(email).sessions.set(String(data.session_token), 'live')
    book.spent.push({ what: `the passkey assertion of ${email}`, path: '/webauthn/authenticate', body })
  }
}

const loads: readonly SignInLoad[] = [
  ...(['PostgreSQL', 'SQLite'] as const).map(
    (engine): SignInLoad => ({
      ...{ id: 'L3', engine, what: 'passcode by email: send, read, verify, get the user', perSecond: [20, 50] },
      ...{ longSeconds: 600, longestMs: 250, prepare: prepareOtps },
    }),
  ),
  {
    ...{ id: 'L4', engine: 'PostgreSQL', what: 'link by email: send, read, open, redeem', perSecond: [20, 50] },
    ...{ longSeconds: 600, longestMs: 250, prepare: prepareLinks },
  },
  {
    ...{ id: 'L9', engine: 'PostgreSQL', what: 'passkey: start, authenticate', perSecond: [30, 50] },
    ...{
      longSeconds: 300,
      longestMs: 200,
      prepare: (setup, api, _flows, book) => preparePasskeys(setup, api, 32, book),
    },
  },
]

export const signInRows: readonly Row[] = loads.map((load) => ({
  id: load.id,
  engine: load.engine,
  async run({ machine, scale }) {
    const { id, engine, what } = load
    const setup = await openLoadSetup(machine, engine, `${id}-${engine}`)
    try {
      const book = newBook()
      const recorder = createRecorder()
      const api = createApi(setup.connections(), setup.project.public_token, recorder)
      const flows = createFlows(setup, api, book)
      const arrive = await load.prepare(setup, api, flows, book)
      const seconds = scale.seconds(20, load.longSeconds)
      const perSecond = scale.pick(...load.perSecond)
      const problems: string[] = []
      const offered = await offer(
        { perSecond, seconds, random: sequence(scale.seed) },
        async (dueAt, index) => void (await arrive(dueAt, index).catch((error) => problems.push(String(error)))),
      )
      const slowest = Math.max(...recorder.calls().map((call) => recorder.latency(call).p99))
      return {
        ...{ id, engine, what, offered: `${perSecond} flows/s for ${seconds} s` },
        figures: recorder.calls().map((call) => {
          const { p50, p99 } = recorder.latency(call)
          return `\`${call}\` p50 ${ms(p50)}, p99 ${ms(p99)}`
        }),
        bars: [
          none('failed flows', problems, offered.arrivals),
          ...(await endingBars(setup, book, [offered], recorder)),
          atMost('p99 of the slowest call', slowest, load.longestMs, 'ms', false),
        ],
      }
    } finally {
      await setup.close()
    }
  },
}))
