import { type ClientContext, createContext } from '@latchkey/client'
import { createMemoryProfile } from '@latchkey/client/testing'
import { cookieNames } from '@latchkey/contract'
import { page } from '../faults/provider-process.ts'
import { load } from '../http-load/closed-loop.ts'
import { httpRequest } from '../http-load/http-request.ts'
import { post } from '../http-load/post.ts'
import { newBook } from './acknowledged.ts'
import { type Engine, type LoadSetup, openLoadSetup } from './load-setup.ts'
import { offer, sequence } from './open-loop.ts'
import { createRecorder, summarise } from './recorder.ts'
import { atMost, endingBars, none, type Row } from './row.ts'
import { createSkippableClock, type SkippableClock } from './skippable-clock.ts'

const outageMs = 20_000
const withinMs = 60_000
/** The interval between two refreshes of a tab. The clock skips it while the provider is unavailable. */
const refreshEveryMs = 180_000
const openedPerSecond = 300
/** The number of concurrent requests, and the time, to measure the provider's capacity. */
const atOnce = 64
const saturatedMs = 4_000

/** An open tab: the client on a fake platform. */
interface Tab {
  context: ClientContext
  /** The time of the first successful refresh after the last reset, or null. */
  refreshedAt: number | null
}

const reconnects = (engine: Engine): Row => ({
  id: 'L7',
  engine,
  async run({ machine, scale, say }) {
    const count = Number(process.env.LOAD_RECONNECTS ?? 10_000)
    const setup = await openLoadSetup(machine, engine, 'L7')
    try {
      const users = await setup.seed(count)
      const capacity = await capacityOf(setup, users)
      const clock = createSkippableClock()
      const [opening, away, back] = [createRecorder(), createRecorder(), createRecorder()]
      let current = opening
      const tabs: Tab[] = []
      const opened = await offer(
        { perSecond: openedPerSecond, seconds: 1.2 * (count / openedPerSecond), random: sequence(scale.seed) },
        async () => {
          const user = users[tabs.length]
          if (!user) return
          tabs.push(openTab(setup, clock, user.token, tabs.length, () => current))
        },
      )
      const isEachTabFresh = (): boolean => tabs.every(({ refreshedAt }) => refreshedAt !== null)
      await until(isEachTabFresh, 120_000)
      const notOpened = tabs.filter(({ refreshedAt }) => refreshedAt === null).length
      say(`${tabs.length} tabs are open`)

      current = away
      await setup.kill()
      const goneAt = performance.now()
      for (const tab of tabs) tab.refreshedAt = null
      // The worst case: the next refresh of every tab is due at the start of the outage.
      clock.skip(refreshEveryMs)
      await new Promise((resolve) => setTimeout(resolve, outageMs))
      await setup.start()
      const backAt = performance.now()
      current = back
      say(`the provider was unavailable for ${((backAt - goneAt) / 1_000).toFixed(1)} s, ${away.failures().join('; ')}`)
      await until(isEachTabFresh, withinMs)

      const times = tabs.map(({ refreshedAt }) => (refreshedAt === null ? Infinity : refreshedAt - backAt))
      const { p50, p99, max } = summarise(times)
      const inTime = times.filter((ms) => ms <= withinMs).length
      const signedOut = tabs.filter(({ context }) => !context.session.sync().session).length
      // The clients' schedule determines the first retry; the time from then on depends on the provider.
      const spread = p99 - Math.min(...times)
      const reconnectMs = (1_000 * tabs.length) / capacity
      const book = newBook()
      for (const { email, token } of users.slice(0, tabs.length)) book.seenSeeded(email, token)
      for (const { context } of tabs) context.dispose()
      // The provider may reject refreshes with 503 for a while; the schedulers try again.
      const failures = back.failures().filter((line) => !line.startsWith('refresh 503 service_unavailable:'))
      return {
        ...{
          id: 'L7',
          engine,
          what: `reconnects: ${tabs.length.toLocaleString('en')} client schedulers, provider unavailable for ${((backAt - goneAt) / 1_000).toFixed(0)} s`,
        },
        offered: 'all due at the start of the outage',
        figures: [
          `refreshed after the restart: half ${seconds(p50)}, 99 % ${seconds(p99)}, the last ${seconds(max)}`,
          `${away.count().toLocaleString('en')} calls during the outage, ${back.count().toLocaleString('en')} after; ${back.failures().join('; ') || 'none rejected'}`,
          `${capacity.toFixed(0)} refreshes/s at most, so all clients take ${seconds(reconnectMs)}`,
        ],
        bars: [
          {
            ...{ what: `refreshed within ${withinMs / 1_000} s of the restart`, wanted: '≥ 99 %' },
            measured: `${((100 * inTime) / tabs.length).toFixed(2)} %`,
            ...{ isMet: inTime >= 0.99 * tabs.length, decides: true },
          },
          none('signed out', signedOut > 0 ? [String(signedOut)] : [], tabs.length),
          none('not opened', notOpened > 0 ? [String(notOpened)] : [], tabs.length),
          ...(await endingBars(setup, book, [opened], back, failures)),
          atMost('from the first to 99 %, relative to all at capacity', spread / reconnectMs, 3, '×', true),
        ],
      }
    } finally {
      await setup.close()
    }
  },
})

function openTab(
  setup: LoadSetup,
  clock: SkippableClock,
  token: string,
  seed: number,
  recorder: () => ReturnType<typeof createRecorder>,
): Tab {
  const { public_token } = setup.project
  const profile = createMemoryProfile({
    clock,
    seed: seed + 1,
    async fetch(url, init) {
      const { pathname } = new URL(url)
      // The settings of the project are cached and not part of the periodic refresh.
      if (!pathname.endsWith('/sessions/authenticate')) return Response.json({ data: bootstrap })
      const headers = init.headers as Record<string, string>
      const request = httpRequest(pathname, {
        ...{ authorization: headers.Authorization, origin: page, json: JSON.parse(String(init.body)) },
      })
      const startedAt = performance.now()
      // Chosen at the start of the call, so that a call to the killed process is not counted for the next one.
      const { note } = recorder()
      try {
        const { status, head, body } = await setup.connections().send(request)
        const type = /"error_type":"(\w+)"/.exec(body)?.[1]
        note('refresh', type ? `${status} ${type}` : status, performance.now() - startedAt)
        if (status === '200') tab.refreshedAt ??= performance.now()
        const retryAfter = /\r\nretry-after: (\d+)/i.exec(head)?.[1]
        return new Response(body, {
          status: Number(status),
          headers: { 'content-type': 'application/json', ...(retryAfter ? { 'retry-after': retryAfter } : {}) },
        })
      } catch (error) {
        note('refresh', 'lost', performance.now() - startedAt)
        throw error
      }
    },
  })
  profile.cookies.write(`${cookieNames.opaqueTokenCookieName}=${token}; path=/`, true)
  const context = createContext(public_token, {
    ...{ domains: { testApi: 'http://localhost:4000' }, disableTelemetry: true },
    platform: profile.openTab(`${page}/`).platform,
  })
  const tab: Tab = { context, refreshedAt: null }
  return tab
}

const bootstrap = {
  ...{ request_id: 'request-id-test-1', status_code: 200, project_name: 'Reconnects', disable_sdk_watermark: false },
  ...{ email_domains: [], captcha_settings: { enabled: false }, password_config: null, vertical: 'CONSUMER' },
}

const seconds = (ms: number): string => (Number.isFinite(ms) ? `${(ms / 1_000).toFixed(1)} s` : 'not in time')

/** The refreshes per second of the provider without other load. */
async function capacityOf(setup: LoadSetup, users: readonly { token: string }[]): Promise<number> {
  let turn = 0
  const { public_token } = setup.project
  const request = (): string => {
    turn += 1
    return post('/sdk/v1/sessions/authenticate', `${public_token}:${users[turn % users.length]?.token}`, {})
  }
  const target = { port: setup.provider().port, request }
  await load(target, atOnce, saturatedMs / 4)
  return (await load(target, atOnce, saturatedMs)).perSecond
}

async function until(isSo: () => boolean, atMostMs: number): Promise<void> {
  const end = performance.now() + atMostMs
  while (!isSo() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 100))
}

export const reconnectRows: readonly Row[] = [reconnects('PostgreSQL'), reconnects('SQLite')]
