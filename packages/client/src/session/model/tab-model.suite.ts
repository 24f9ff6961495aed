import type { Session, User } from '@latchkey/contract'
import type { SessionState, Shared, StoredRecord } from '../session-state.ts'
import * as realRules from '../session-state.ts'
import { userShape } from '../user-shape.ts'

/**
 * A model for the exhaustive check of tab synchronization: two tabs, the cookies and the storage they share, and a
 * server. The tabs decide by the functions that run in the browser.
 *
 * A storage event that is delivered, delayed, dropped or repeated is not an action: it is a tab that reads (`sync`)
 * now, later, never or twice. A frozen tab is one without actions.
 */
export interface Model {
  /** 0, or 20 after the clock has moved past the end of every earlier session. */
  readonly now: number
  readonly ticks: number
  readonly sessions: readonly ServerSession[]
  /** A new object on every write, so that a tab recognizes what it has already read. */
  readonly shared: Shared
  readonly tabs: readonly Tab[]
  /** Sessions that a tab has ended: they must never be restored. */
  readonly gone: readonly string[]
  readonly left: Budget
  /** A response with a new token was lost: the old token only works during its grace period. */
  readonly isRotationLost: boolean
  /** A tab has ended a session that is active on the server. */
  readonly isWronglyEnded: boolean
  /** In HttpOnly mode, the token that the browser sends and tabs cannot read; otherwise null. */
  readonly jar: string | null
}

interface ServerSession {
  readonly id: string
  readonly user: string
  readonly tokens: readonly string[]
  readonly isAlive: boolean
  readonly end: number
  readonly startedAt: string | undefined
}

interface Tab {
  readonly isOpen: boolean
  readonly state: SessionState
  readonly seen: Shared | null
  readonly op: Op | null
}

interface Op {
  readonly kind: 'signIn' | 'factor' | 'refresh' | 'revoke' | 'intermediate'
  readonly start: SessionState
  readonly answer: Answer | null
  readonly isRetry?: boolean
}

type Answer =
  | { readonly session: Session; readonly user: User; readonly session_token: string }
  | 'unrecoverable'
  | 'ok'

export interface Budget {
  readonly signIn: number
  readonly factor: number
  readonly refresh: number
  readonly revoke: number
  readonly intermediate: number
  readonly crash: number
  readonly clearCookies: number
  readonly clearStorage: number
  readonly jump: number
  readonly lose: number
  /** The backend of the host page replaces the token cookie. */
  readonly setCookie: number
}

/** Sufficient for any run of 12 steps. */
export const fullBudget: Budget = {
  signIn: 3,
  factor: 2,
  refresh: 3,
  revoke: 2,
  intermediate: 1,
  crash: 1,
  clearCookies: 1,
  clearStorage: 1,
  jump: 1,
  lose: 1,
  setCookie: 1,
}

export type Rules = Pick<
  typeof realRules,
  'hasSession' | 'isSameSession' | 'isPersisted' | 'mayCommit' | 'readShared' | 'signedIn'
>

export const rules: Rules = realRules

const { advance, initialState, toRecord } = realRules
const closed: Tab = { isOpen: false, state: initialState, seen: null, op: null }
const nothing: Shared = { token: '', jwt: '', ist: '', record: initialState }

export function initialModel(left: Budget, isHidden = false): Model {
  const tab: Tab = { ...closed, isOpen: true }
  return {
    now: 0,
    ticks: 0,
    sessions: [],
    shared: nothing,
    tabs: [tab, tab],
    gone: [],
    left,
    isRotationLost: false,
    isWronglyEnded: false,
    jar: isHidden ? '' : null,
  }
}

function setTab(model: Model, index: number, change: Partial<Tab>): Model {
  return { ...model, tabs: model.tabs.map((tab, n) => (n === index ? { ...tab, ...change } : tab)) }
}

function stateOf(model: Model, index: number): SessionState {
  return model.tabs[index]?.state ?? initialState
}

/** A tab reads cookies and storage, like `session.sync()`. */
export function sync(model: Model, index: number, by: Rules): Model {
  const { now, shared } = model
  const tab = model.tabs[index] ?? closed
  if (tab.seen === shared) {
    const { id, end } = tab.state
    return id && end <= now ? commit(model, index, advance(tab.state, {}, id)) : model
  }
  const next = by.readShared(shared, tab.state, model.jar !== null, now)
  return by.isPersisted(next, shared) ? setTab(model, index, { state: next, seen: shared }) : commit(model, index, next)
}

/** A tab writes its state, like `session.dispatch()`. */
function commit(model: Model, index: number, state: SessionState): Model {
  const { token, ist } = state
  const shared: Shared = { token, jwt: token && 'jwt', ist, record: toRecord(state) }
  return setTab({ ...model, shared }, index, { state, seen: shared })
}

function destroy(model: Model, index: number, isWanted: boolean): Model {
  const state = stateOf(model, index)
  const isAlive = !isWanted && model.jar === null && byToken(model, state.token) !== undefined
  const isWronglyEnded = model.isWronglyEnded || isAlive
  return commit({ ...ended(model, state.id), isWronglyEnded }, index, advance(state, {}, state.id))
}

function ended(model: Model, id: string | undefined): Model {
  return id && !model.gone.includes(id) ? { ...model, gone: [...model.gone, id].sort() } : model
}

function spend(model: Model, item: keyof Budget): Model {
  return { ...model, left: { ...model.left, [item]: model.left[item] - 1 } }
}

const isoTimes = Array.from({ length: 64 }, (_, tick) => new Date(tick * 1000).toISOString())
const ticks = new Map(isoTimes.map((iso, tick) => [iso, tick]))
const endTimes = new Map([10, 30].map((end) => [end, new Date(end).toISOString()]))

function answerOf(model: Model, session: ServerSession): Answer {
  return {
    session: {
      session_id: session.id,
      user_id: session.user,
      started_at: session.startedAt,
      expires_at: endTimes.get(session.end),
      last_accessed_at: isoTimes[model.ticks],
    } as Session,
    user: { user_id: session.user } as User,
    session_token: model.jar === null ? (session.tokens[0] ?? '') : '',
  }
}

function byToken(model: Model, token: string): ServerSession | undefined {
  return model.sessions.find(
    (session) => session.isAlive && session.end > model.now && session.tokens.slice(0, 2).includes(token),
  )
}

function replace(model: Model, session: ServerSession): Model {
  return { ...model, sessions: model.sessions.map((other) => (other.id === session.id ? session : other)) }
}

/** The server handles a call with the token of `op.start`. */
function serve(before: Model, index: number, op: Op): Model {
  const model = { ...before, ticks: before.ticks + 1 }
  const own = byToken(model, model.jar ?? op.start.token)
  const jar = (token: string): string | null => (model.jar === null ? null : token)
  const answered = (next: Model, answer: Answer): Model => setTab(next, index, { op: { ...op, answer } })
  switch (op.kind) {
    case 'signIn': {
      const n = model.sessions.length + 1
      const session: ServerSession = {
        id: `s${n}`,
        user: `u${n}`,
        tokens: [`t${n}`],
        isAlive: true,
        end: model.now + 10,
        startedAt: isoTimes[model.ticks],
      }
      const sessions = [...model.sessions, session]
      return answered({ ...model, sessions, jar: jar(`t${n}`) }, answerOf(model, session))
    }
    case 'factor': {
      if (!own) return answered(model, 'unrecoverable')
      const rotated = { ...own, tokens: [`${own.tokens[0]}+`, ...own.tokens] }
      return answered({ ...replace(model, rotated), jar: jar(rotated.tokens[0] ?? '') }, answerOf(model, rotated))
    }
    case 'refresh': {
      if (!own) return answered(model, 'unrecoverable')
      // The server stores only hashes, so it returns the token of the request.
      const answer = answerOf(model, own)
      return answered(model, typeof answer === 'object' ? { ...answer, session_token: op.start.token } : answer)
    }
    case 'revoke':
      return own
        ? answered({ ...replace(model, { ...own, isAlive: false }), jar: jar('') }, 'ok')
        : answered(model, 'unrecoverable')
    case 'intermediate':
      return answered(model, 'ok')
  }
}

/** A tab handles a response: a summary of session-calls.ts. */
function receive(before: Model, index: number, op: Op, by: Rules): Model {
  const model = sync(setTab(before, index, { op: null }), index, by)
  const now = stateOf(model, index)
  const { answer, kind, start } = op
  if (kind === 'intermediate') return commit(model, index, advance(now, { ist: 'ist' }, now.id))
  if (kind === 'revoke') {
    const isSame = by.isSameSession(start, now) || (start.id !== undefined && start.id === now.id)
    // After a sign-out the session must end, whatever the server responds.
    if (isSame) return destroy(model, index, start.id === now.id)
    // A resuming tab may have the same session under a new token: only the server knows.
    const known = now.token && !now.id ? model : ended(model, start.id)
    return commit(known, index, advance(now, now, start.id))
  }
  const again = (): Model =>
    op.isRetry ? model : setTab(model, index, { op: { kind, start: now, answer: null, isRetry: true } })
  if (answer === null || answer === 'ok') return model
  if (answer === 'unrecoverable') {
    if (kind === 'factor') return model
    if (by.isSameSession(start, now)) return destroy(model, index, false)
    return by.hasSession(now) ? again() : model
  }
  const read = userShape.read({ ...answer, session_jwt: 'jwt' })
  if (by.mayCommit(start, now, read, kind !== 'refresh')) {
    const change = by.signedIn(now, read, kind !== 'refresh', model.now)
    return commit(model, index, advance(now, change))
  }
  return kind === 'refresh' && !by.isSameSession(start, now) && by.hasSession(now) ? again() : model
}

/** Every model that is one step away, with the name of the step. */
export function* steps(model: Model, by: Rules): Generator<readonly [name: string, next: Model, actor: number]> {
  const { left } = model
  for (const [index, tab] of model.tabs.entries()) {
    if (!tab.isOpen) {
      yield [`open ${index}`, sync(setTab(model, index, { ...closed, isOpen: true }), index, by), index]
      continue
    }
    const looked = sync(model, index, by)
    const start = stateOf(looked, index)
    if (looked !== model) yield [`sync ${index}`, looked, index]
    if (!tab.op) {
      for (const kind of ['signIn', 'factor', 'refresh', 'revoke', 'intermediate'] as const) {
        // In HttpOnly mode a new page asks whether there is a session.
        const isPossible = kind === 'signIn' || kind === 'intermediate' || (kind === 'refresh' && model.jar !== null)
        if (left[kind] < 1 || !(isPossible || by.hasSession(start))) continue
        const sent = spend(looked, kind)
        const op: Op = { kind, start, answer: null }
        // Only a refresh is split into sending and serving; for the others, delaying the response is equivalent.
        if (kind === 'refresh') yield [`send refresh ${index}`, setTab(sent, index, { op }), index]
        else yield [`${kind} ${index}`, serve(sent, index, op), index]
      }
    } else if (!tab.op.answer) {
      yield [`serve ${index}`, serve(model, index, tab.op), -1]
    } else {
      yield [`receive ${tab.op.kind} ${index}`, receive(model, index, tab.op, by), index]
    }
    const isRotation = tab.op?.kind === 'factor' && tab.op.answer !== null
    if (tab.op && left.lose > 0) {
      const lost = { ...spend(model, 'lose'), isRotationLost: model.isRotationLost || isRotation }
      yield [`lose ${index}`, setTab(lost, index, { op: null }), -1]
    }
    if (left.crash > 0) {
      const crashed = { ...spend(model, 'crash'), isRotationLost: model.isRotationLost || isRotation }
      yield [`crash ${index}`, setTab(crashed, index, closed), -1]
    }
  }
  const { record, token } = model.shared
  // Clearing or replacing cookies while a new token is in flight may leave the older token.
  const isRotationLost = model.isRotationLost || model.tabs.some(({ op }) => op?.kind === 'factor')
  const emptied = { shared: { ...nothing, record }, jar: model.jar && '', isRotationLost }
  if (left.clearCookies > 0 && (token || model.jar)) {
    yield ['clear cookies', { ...spend(model, 'clearCookies'), ...emptied }, -1]
  }
  for (const { id, isAlive, tokens } of model.sessions) {
    const other = tokens[0] ?? ''
    // Only of a session whose sign-in response has arrived and that no tab has ended.
    const isKnown = !model.gone.includes(id) && model.tabs.every(({ op }) => op?.kind !== 'signIn' || !isAbout(op, id))
    if (left.setCookie < 1 || model.jar !== null || !isAlive || other === token || !isKnown) continue
    const shared = { ...nothing, token: other, jwt: 'jwt', record }
    yield [`set cookie ${other}`, { ...spend(model, 'setCookie'), isRotationLost, shared }, -1]
  }
  if (left.clearStorage > 0 && record !== initialState) {
    // In HttpOnly mode only the record knows the ended sessions; after clearing it, the server decides.
    const gone = model.jar === null ? model.gone : []
    const shared = { ...model.shared, record: initialState }
    yield ['clear storage', { ...spend(model, 'clearStorage'), gone, isRotationLost, shared }, -1]
  }
  if (left.jump > 0) {
    // Cookies expire with their session.
    yield ['jump', { ...spend(model, 'jump'), now: 20, ...emptied }, -1]
  }
}

function isAbout({ answer }: Op, id: string): boolean {
  return answer !== null && typeof answer === 'object' && answer.session.session_id === id
}

/** The violated invariant, or null. `actor` is the tab that acted last and therefore has read the cookies. */
export function violation(model: Model, actor: number, by: Rules): string | null {
  const tab = model.tabs[actor]
  if (model.isWronglyEnded) return 'an active session was ended'
  if (model.shared.token && model.shared.ist) return 'a session and an intermediate token exist at the same time'
  const inCookie = model.sessions.find(({ tokens }) => tokens.includes(model.shared.token))
  if (inCookie && model.gone.includes(inCookie.id)) return 'an ended session is back in the cookie'
  if (tab?.isOpen) {
    const { id, account, token, ist } = tab.state
    if (token !== model.shared.token || ist !== model.shared.ist)
      return 'a tab that has read the cookie disagrees with it'
    if (id && model.gone.includes(id)) return 'a tab shows a session that has ended'
    if (id && model.jar === null && inCookie?.user !== account) return 'a tab shows another user than the cookie'
  }
  return quiescence(model, by)
}

/** No call is pending and every tab has read the cookies: all must agree, and stay so. */
function quiescence(before: Model, by: Rules): string | null {
  let model: Model = { ...before, tabs: before.tabs.map((tab) => ({ ...tab, op: null })) }
  const fresh = model.tabs.length
  // A third tab is opened last: it knows only the shared state.
  model = { ...model, tabs: [...model.tabs, { ...closed, isOpen: true }] }
  for (let round = 0; round < 2; round++) {
    for (const [index, tab] of model.tabs.entries()) if (tab.isOpen) model = sync(model, index, by)
  }
  const settled = model
  for (const [index, tab] of model.tabs.entries()) if (tab.isOpen) model = sync(model, index, by)
  if (model.shared !== settled.shared) return 'the tabs never settle'
  const open = model.tabs.filter(({ isOpen }) => isOpen)
  const shown = new Set(open.map(({ state }) => `${state.token} ${state.ist} ${state.id} ${state.account}`))
  if (shown.size > 1) return `the tabs disagree at rest: ${[...shown].join(' | ')}`
  const isEmpty = model.jar === null && !model.shared.token
  if (isEmpty && (model.tabs[fresh]?.state.id || model.shared.record.id)) return 'a user without a cookie'
  // The token in the cookie must work as long as its session.
  const holder = model.sessions.find(({ tokens, isAlive }) => isAlive && tokens.includes(model.shared.token))
  const isUsable = !holder || holder.tokens[0] === model.shared.token
  const isWaiting = before.tabs.some(({ op }) => op?.kind === 'factor')
  return isUsable || isWaiting || before.isRotationLost ? null : 'the token in the cookie is outdated'
}

/** Models with equal keys have equal successors: the order of the tabs does not matter. */
export function keyOf(model: Model): string {
  const { record } = model.shared
  const states: (SessionState | StoredRecord)[] = [record]
  for (const { state, op } of model.tabs) {
    states.push(state)
    if (op) states.push(op.start)
  }
  const times: number[] = []
  const tick = (iso: string | undefined): number => (iso === undefined ? -1 : (ticks.get(iso) ?? -1))
  const answered = (op: Op | null): Session | undefined =>
    op && typeof op.answer === 'object' ? op.answer?.session : undefined
  for (const state of states) {
    times.push(tick(state.tokenAt), tick(state.session?.last_accessed_at))
  }
  for (const { op } of model.tabs) times.push(tick(answered(op)?.last_accessed_at))
  // Only the order of times matters.
  times.sort((a, b) => a - b)
  const order = [...new Set(times)]
  const rank = (iso: string | undefined): number => order.indexOf(tick(iso))
  const describe = (state: SessionState | StoredRecord): string => {
    const own = 'token' in state ? `${state.token},${state.ist}` : state.binding
    return `${state.ended},${state.id},${rank(state.tokenAt)},${rank(state.session?.last_accessed_at)},${own}`
  }
  const tabs = model.tabs.map(({ isOpen, state, seen, op }) => {
    if (!isOpen) return '-'
    const session = answered(op)
    const response = session
      ? `${session.session_id},${rank(session.last_accessed_at)},${typeof op?.answer === 'object' && op.answer?.session_token}`
      : op?.answer
    return `${describe(state)};${seen === model.shared};${op ? `${op.kind},${op.isRetry},${op.start === state},${describe(op.start)},${response}` : ''}`
  })
  const sessions = model.sessions.map(({ tokens, isAlive, end }) => `${tokens.length}${isAlive}${end}`)
  const shared = `${model.shared.token},${model.shared.ist},${describe(record)}`
  return `${model.now}|${shared}|${sessions}|${model.gone}|${Object.values(model.left)}|${model.isRotationLost}|${model.jar}|${tabs.sort().join('|')}`
}
