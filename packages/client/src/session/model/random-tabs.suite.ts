import type { Scheduler } from 'fast-check'
import fc from 'fast-check'
import type { Client } from '../../create-client.ts'
import { createClient } from '../../create-client.ts'
import type { MemoryProfile, MemoryTab } from '../../platform/memory.ts'
import { createMemoryProfile } from '../../platform/memory.ts'
import { createVirtualClock } from '../../platform/memory-clock.ts'
import { api, errorBody, makeBootstrap, makeSession, makeUser, publicToken } from '../../test-setup.suite.ts'

/** Three tabs of the real client in a fake browser, a minimal provider, and random events. */

export type Action =
  | {
      readonly type: 'signIn' | 'factor' | 'refresh' | 'revoke' | 'look' | 'freeze' | 'thaw' | 'crash'
      readonly tab: number
    }
  | { readonly type: 'clearCookies' | 'clearStorage' | 'deliver' }
  | { readonly type: 'wait'; readonly ms: number }

const tabs = fc.nat({ max: 2 })
const onTab = (
  type: 'signIn' | 'factor' | 'refresh' | 'revoke' | 'look' | 'freeze' | 'thaw' | 'crash',
): fc.Arbitrary<Action> => tabs.map((tab) => ({ type, tab }))
const deliver: fc.Arbitrary<Action> = fc.constant({ type: 'deliver' })

export const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: onTab('signIn') },
    { weight: 3, arbitrary: onTab('factor') },
    { weight: 4, arbitrary: onTab('refresh') },
    { weight: 3, arbitrary: onTab('revoke') },
    { weight: 3, arbitrary: onTab('look') },
    { weight: 1, arbitrary: onTab('freeze') },
    { weight: 2, arbitrary: onTab('thaw') },
    { weight: 1, arbitrary: onTab('crash') },
    { weight: 1, arbitrary: fc.constant<Action>({ type: 'clearCookies' }) },
    { weight: 1, arbitrary: fc.constant<Action>({ type: 'clearStorage' }) },
    { weight: 2, arbitrary: fc.constantFrom(500, 2_100, 31_000, 180_000).map((ms): Action => ({ type: 'wait', ms })) },
    { weight: 24, arbitrary: deliver },
  ),
  { minLength: 60, maxLength: 60, size: 'max' },
)

interface ServerSession {
  readonly id: string
  readonly user: string
  tokens: string[]
  isAlive: boolean
}

/** Responds like the provider: sign-ins start sessions, factors rotate tokens, refreshes do not. */
function createProvider(scheduler: Scheduler, now: () => number) {
  const sessions: ServerSession[] = []
  const answer = (status: number, body: unknown): Response =>
    ({
      status,
      headers: new Headers({ 'content-type': 'application/json' }),
      text: async () => JSON.stringify(body),
    }) as Response

  function auth({ id, user }: ServerSession, token: string): Response {
    const at = (ms: number): string => new Date(now() + ms).toISOString()
    const session = makeSession(id, user, { last_accessed_at: at(0), expires_at: at(86_400_000) })
    const data = { session, user: makeUser(user), session_token: token, session_jwt: `jwt.${token}` }
    return answer(200, { data })
  }

  function handle(path: string, token: string): Response {
    const own = sessions.find(({ tokens, isAlive }) => isAlive && tokens.slice(0, 2).includes(token))
    const rejected = answer(404, errorBody('session_not_found', 404))
    switch (path) {
      case '/otps/authenticate': {
        const n = sessions.length + 1
        const session = { id: `s${n}`, user: `u${n}`, tokens: [`t${n}`], isAlive: true }
        sessions.push(session)
        return auth(session, `t${n}`)
      }
      // Used as an added factor: the session continues with a new token.
      case '/sessions/exchange_access_token':
        if (!own) return rejected
        own.tokens = [`${own.tokens[0]}.`, ...own.tokens]
        return auth(own, own.tokens[0] ?? '')
      case '/sessions/authenticate':
        return own ? auth(own, token) : rejected
      case '/sessions/revoke':
        if (own) own.isAlive = false
        return own ? answer(200, { data: {} }) : rejected
      default:
        return answer(200, { data: makeBootstrap() })
    }
  }

  return {
    sessions,
    async fetch(url: string, init: RequestInit): Promise<Response> {
      const path = url.replace(/^.*\/sdk\/v1/, '')
      if (path.startsWith('/projects/')) return handle(path, '')
      const header = (init.headers as Record<string, string>).Authorization ?? ''
      const token = atob(header.replace('Basic ', '')).split(':')[1] ?? ''
      await scheduler.schedule(Promise.resolve(), `serve ${path}`)
      const response = handle(path, token)
      await scheduler.schedule(Promise.resolve(), `answer ${path}`)
      return response
    },
  }
}

async function flush(): Promise<void> {
  for (let turn = 0; turn < 24; turn++) await Promise.resolve()
}

interface Page {
  readonly client: Client
  readonly tab: MemoryTab
}

/** Runs the actions; throws if an invariant is violated. */
export async function runTabs(scheduler: Scheduler, list: readonly Action[]): Promise<void> {
  const clock = createVirtualClock()
  const provider = createProvider(scheduler, clock.now)
  const profile: MemoryProfile = createMemoryProfile({
    clock,
    fetch: provider.fetch,
    deliver: (run) => void scheduler.schedule(Promise.resolve(), 'storage event').then(run),
  })
  const gone = new Set<string>()
  let excuses = 0
  let signIns = 0
  let wipes = 0

  const cookie = (): string => profile.cookies.all().find(({ name }) => name === 'latchkey_session')?.value ?? ''
  const ownerOf = (token: string): ServerSession | undefined =>
    provider.sessions.find(({ tokens }) => tokens.includes(token))
  const broken: string[] = []
  // Collected, not thrown, because the client catches errors of listeners.
  const claim = (holds: boolean, what: string): void => {
    if (!holds) broken.push(what)
  }

  function open(): Page {
    const tab = profile.openTab()
    const client = createClient(publicToken, {
      domains: { testApi: api },
      disableTelemetry: true,
      platform: tab.platform,
    })
    let last = JSON.stringify([client.user.getSync(), { ...client.session.getSync(), last_accessed_at: 0 }])
    client.onStateChange((state) => {
      const key = JSON.stringify([state.user, { ...state.session, last_accessed_at: 0 }])
      claim(key !== last, 'a subscriber was notified twice of the same state')
      last = key
      claim(
        client.session.getSync()?.session_id === state.session?.session_id,
        'a subscriber was notified of an outdated state',
      )
      const owner = ownerOf(cookie())
      claim(
        !state.session || owner?.id === makeId(state.session.session_id),
        'a subscriber saw another session than the cookie',
      )
    })
    return { tab, client }
  }

  const makeId = (sessionId: string): string => sessionId.replace('session-test-', '')
  const pages: Page[] = [open(), open(), open()]
  const pageOf = (index: number): Page => pages[index] as Page
  const quiet = (call: Promise<unknown>): Promise<unknown> => call.catch(() => undefined)

  async function revoke({ client }: Page): Promise<void> {
    excuses++
    const before = client.session.getSync()
    await client.session.revoke()
    // A token whose session is unknown (rotated, and storage cleared) may belong to another session: it stays until
    // the next refresh.
    const isResuming = client.session.getTokens() && !client.session.getSync()
    if (before && !isResuming) gone.add(makeId(before.session_id))
  }

  function act(action: Action): void {
    const minutes = { session_duration_minutes: 30 }
    switch (action.type) {
      case 'signIn':
        void quiet(
          pageOf(action.tab)
            .client.otps.authenticate('1', 'm', minutes)
            .then(() => signIns++),
        )
        break
      case 'factor':
        // If the response of a rotation is lost, the old token expires, which may sign the user out.
        excuses++
        void quiet(pageOf(action.tab).client.session.exchangeAccessToken({ access_token: 'a', ...minutes }))
        break
      case 'refresh':
        void quiet(pageOf(action.tab).client.session.authenticate())
        break
      case 'revoke':
        void quiet(revoke(pageOf(action.tab)))
        break
      case 'look':
        pageOf(action.tab).tab.emit('visibilitychange')
        break
      case 'freeze':
        pageOf(action.tab).tab.freeze()
        break
      case 'thaw':
        pageOf(action.tab).tab.thaw()
        break
      case 'crash':
        pageOf(action.tab).tab.crash()
        pages[action.tab] = open()
        break
      case 'clearCookies':
        excuses++
        profile.cookies.clear()
        break
      case 'clearStorage':
        // Once per run: clearing twice could remove ended sessions between two reads.
        if (wipes++ === 0) profile.clearStorage()
        break
      case 'wait':
        clock.tick(action.ms)
        break
      case 'deliver':
        break
    }
  }

  for (const action of list) {
    act(action)
    await flush()
    if (action.type === 'deliver' && scheduler.count() > 0) await scheduler.waitOne()
    await flush()
    const owner = ownerOf(cookie())
    claim(!owner || !gone.has(owner.id), 'an ended session is back in the cookie')
  }

  // Quiescence: all events are delivered and every tab has read the cookies twice.
  for (const { tab } of pages) tab.thaw()
  for (let round = 0; round < 2; round++) {
    for (let rest = 0; rest < 200 && scheduler.count() > 0; rest++) {
      await scheduler.waitOne()
      await flush()
    }
    for (const { tab } of pages) tab.emit('visibilitychange')
    await flush()
  }
  pages.push(open())
  const shown = pages.map(({ client }) =>
    JSON.stringify([
      client.session.getTokens()?.session_token ?? '',
      client.session.getSync()?.session_id,
      client.user.getSync()?.user_id,
    ]),
  )
  claim(new Set(shown).size === 1, `the tabs disagree at rest: ${shown.join(' | ')}`)
  const { session, user } = pageOf(0).client
  const token = cookie()
  claim((session.getTokens()?.session_token ?? '') === token, 'the tabs disagree with the cookie')
  const owner = ownerOf(token)
  if (owner && user.getSync())
    claim(user.getSync()?.user_id === `user-test-${owner.user}`, 'a tab shows another user than the cookie')
  claim(!owner || !gone.has(owner.id), 'an ended session is back at rest')
  if (excuses === 0 && signIns > 0) claim(token !== '', 'signed out for no reason')
  for (const { client, tab } of pages) {
    client.dispose()
    await flush()
    claim(tab.leftovers() === 0, 'timers or listeners are left after dispose')
  }
  if (broken.length > 0) throw new Error(broken.join('\n'))
}
