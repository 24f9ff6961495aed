import type { SsoGroupRoleAssignment } from '@latchkey/contract/b2b'
import type { Failure } from '../../flow/failure.ts'
import { isUnanswered, refusal } from '../../flow/failure.ts'
import type { Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import { emit } from '../../flow/widget-events.ts'
import type {
  ConnectionPart,
  ConnectionState,
  ConnectionsState,
  ShownConnection,
  SsoAnswer,
  SsoConfirmState,
  SsoEffect,
  SsoEvent,
  SsoRequest,
  SsoState,
  SsoViewer,
} from './sso-state.flow.ts'

type SsoStep = Step<SsoState, SsoEffect>

/** How often the result of a test is read. */
const pollMs = 2_000

export function startSsoSetup(viewer: SsoViewer, calls = 0, testCalls = 0): SsoStep {
  return load({
    ...{ screen: 'sso_connections', status: 'loading', viewer, connections: [], failure: null },
    ...{ calls, testCalls, now: 0, deleted: '' },
  })
}

export function ssoFlow(state: SsoState, event: SsoEvent): SsoStep {
  if (event.type === 'viewer_changed') return withViewer(state, event.viewer)
  switch (state.screen) {
    case 'sso_connections':
      return inConnections(state, event)
    case 'sso_connection':
      return inConnection(state, event)
    case 'sso_confirm':
      return inConfirm(state, event)
    default:
      return state satisfies never
  }
}

function withViewer(state: SsoState, viewer: SsoViewer): SsoStep {
  const key = ({ isKnown, organizationId, access }: SsoViewer): string =>
    [isKnown, organizationId, access.get.isAllowed].join(' ')
  if (key(viewer) !== key(state.viewer)) return startSsoSetup(viewer, state.calls + 1, state.testCalls)
  return stay(
    state.screen === 'sso_confirm' ? { ...state, viewer, before: { ...state.before, viewer } } : { ...state, viewer },
  )
}

function call<State extends SsoState>(state: State, request: SsoRequest): SsoStep {
  const calls = state.calls + 1
  return { state: { ...state, failure: null, calls }, effects: [{ type: 'call', call: calls, request }] }
}

function load(state: ConnectionsState): SsoStep {
  if (!state.viewer.isKnown) return stay(state)
  if (!state.viewer.access.get.isAllowed) return stay({ ...state, status: 'closed' })
  return call({ ...state, status: 'loading' }, { type: 'list' })
}

function inConnections(state: ConnectionsState, event: SsoEvent): SsoStep {
  switch (event.type) {
    case 'add_clicked':
      return state.status === 'ready' && state.viewer.access.create.isAllowed
        ? call({ ...state, status: 'creating', deleted: '' }, { type: 'create', kind: event.kind })
        : stay(state)
    case 'connection_chosen': {
      const connection = state.connections.find(({ id }) => id === event.id)
      return connection && state.status === 'ready' ? stay(open(state, connection)) : stay(state)
    }
    case 'retry_clicked':
      return state.status === 'failed' ? load(state) : stay(state)
    case 'answered':
      if (event.call !== state.calls) return stay(state)
      if (event.answer.type === 'list')
        return stay({ ...state, status: 'ready', connections: event.answer.connections, now: event.at })
      return event.answer.type === 'connection'
        ? stay(open({ ...state, now: event.at }, event.answer.connection))
        : stay(state)
    case 'refused':
      if (event.call !== state.calls) return stay(state)
      return stay({ ...state, status: state.status === 'creating' ? 'ready' : 'failed', failure: event.failure })
    default:
      return stay(state)
  }
}

function open({ viewer, connections, calls, testCalls, now }: SsoState, connection: ShownConnection): ConnectionState {
  const { name, metadataUrl, issuer, clientId } = connection
  return {
    ...{ screen: 'sso_connection', status: 'viewing', viewer, connections, connection, failure: null, calls, now },
    testCalls,
    draft: { name, metadataUrl, metadataXml: '', issuer, clientId, clientSecret: '', group: '', role: '' },
    ...{ part: 'name', isSaved: false, copied: '', test: null },
  }
}

function toList({ viewer, connections, calls, testCalls, now }: SsoState, deleted = ''): SsoStep {
  return load({
    ...{ screen: 'sso_connections', status: 'loading', viewer, connections, failure: null },
    ...{ calls, testCalls, now, deleted },
  })
}

function inConnection(state: ConnectionState, event: SsoEvent): SsoStep {
  const { viewer, connection, status, draft } = state
  switch (event.type) {
    case 'back_clicked':
      return toList({ ...state, calls: state.calls + 1 })
    case 'copy_clicked':
      return { state, effects: [{ type: 'copy', value: event.value }] }
    case 'copied':
      return stay({ ...state, copied: event.value, ...(state.part === 'give' && { failure: null }) })
    case 'typed':
      // The response replaces the fields of its part.
      return viewer.access.update.isAllowed && status === 'viewing'
        ? stay({ ...state, draft: { ...draft, [event.field]: event.value }, failure: null, isSaved: false })
        : stay(state)
    case 'test_clicked':
    case 'test_due':
    case 'test_started':
    case 'test_read':
    case 'test_refused':
      return inTest(state, event)
    case 'answered':
    case 'refused':
      return inPending(state, event)
    default:
  }
  if (status !== 'viewing') return stay(state)
  switch (event.type) {
    case 'copy_refused':
      return stay({ ...state, copied: '', part: 'give', isSaved: false, failure: refusal('copy_failed') })
    case 'file_refused':
      return stay({ ...state, part: 'take', isSaved: false, failure: refusal('file_rejected') })
    case 'save_clicked':
      return viewer.access.update.isAllowed ? save(state, event.part) : stay(state)
    case 'group_removed':
      return viewer.access.update.isAllowed
        ? storeGroups(
            state,
            connection.groups.filter((one) => !isSame(one, event.group)),
          )
        : stay(state)
    case 'certificate_clicked':
      return viewer.access.update.isAllowed ? stay(confirm(state, event.id)) : stay(state)
    case 'delete_clicked':
      return viewer.access.delete.isAllowed ? stay(confirm(state, '')) : stay(state)
    default:
      return stay(state)
  }
}

function isSame(one: SsoGroupRoleAssignment, other: SsoGroupRoleAssignment): boolean {
  return one.group === other.group && one.role_id === other.role_id
}

function storeGroups(state: ConnectionState, after: readonly SsoGroupRoleAssignment[]): SsoStep {
  const { id, kind, groups: before } = state.connection
  return work(state, 'groups', { type: 'groups', id, kind, before, after })
}

function work(state: ConnectionState, part: ConnectionPart, request: SsoRequest): SsoStep {
  return call({ ...state, status: 'working', part, isSaved: false }, request)
}

function save(state: ConnectionState, part: 'name' | 'take' | 'groups'): SsoStep {
  const { connection, draft } = state
  const { id, kind } = connection
  if (part === 'name') return work(state, part, { type: 'rename', id, kind, name: draft.name.trim() })
  if (part === 'groups') {
    const added = { group: draft.group.trim(), role_id: draft.role }
    if (!added.group || !added.role_id) return stay(state)
    return storeGroups(state, [...connection.groups.filter((one) => !isSame(one, added)), added])
  }
  if (kind === 'oidc') {
    const { issuer, clientId, clientSecret } = draft
    return work(state, part, { type: 'oidc', id, kind, issuer: issuer.trim(), clientId: clientId.trim(), clientSecret })
  }
  const xml = draft.metadataXml.trim()
  const url = draft.metadataUrl.trim()
  // The stored address stays in its field.
  const hasNewUrl = url !== '' && url !== connection.metadataUrl
  if (xml && hasNewUrl) return stay({ ...state, part, isSaved: false, failure: refusal('two_sources') })
  if (!xml && !url) return stay(state)
  return work(state, part, { type: xml ? 'metadata_xml' : 'metadata_url', id, kind, value: xml || url })
}

function inPending(state: ConnectionState, event: Extract<SsoEvent, { type: 'answered' | 'refused' }>): SsoStep {
  if (event.call !== state.calls || state.status !== 'working') return stay(state)
  // What was typed stays.
  if (event.type === 'refused') return stay({ ...state, status: 'viewing', failure: event.failure })
  if (event.answer.type !== 'connection') return stay(state)
  const { connection } = event.answer
  const { part, draft } = state
  const stored = open(state, connection).draft
  return {
    state: {
      ...{ ...state, status: 'viewing', connection, isSaved: true, now: event.at },
      draft: {
        ...draft,
        ...(part === 'name' && { name: stored.name }),
        ...(part === 'take' && { ...stored, name: draft.name, group: draft.group, role: draft.role }),
        ...(part === 'groups' && { group: '', role: '' }),
      },
    },
    effects: [emit({ type: 'SSO_CONNECTION_UPDATE', data: { connection_id: connection.id } })],
  }
}

type TestEvent = Extract<SsoEvent, { type: 'test_due' | 'test_started' | 'test_read' | 'test_refused' }>

function inTest(
  state: ConnectionState,
  event: TestEvent | Extract<SsoEvent, { type: 'test_clicked' }>,
): Step<ConnectionState, SsoEffect> {
  const { connection, test, viewer, status } = state
  if (event.type === 'test_clicked') {
    const isStarting = status !== 'viewing' || test?.status === 'starting'
    if (!viewer.access.update.isAllowed || !connection.isActive || isStarting) return stay(state)
    const testCalls = state.testCalls + 1
    return {
      state: {
        ...{ ...state, testCalls, failure: null, part: 'test', isSaved: false },
        test: { status: 'starting', url: '', testId: '', expiresAt: 0, result: null },
      },
      effects: [{ type: 'start_test', call: testCalls, id: connection.id }],
    }
  }
  if (event.call !== state.testCalls || !test) return stay(state)
  const again = { type: 'wait', ms: pollMs, next: 'test_due', call: event.call } as const
  switch (event.type) {
    case 'test_started': {
      const { url, testId, expiresAt } = event
      return { state: { ...state, test: { ...test, status: 'waiting', url, testId, expiresAt } }, effects: [again] }
    }
    case 'test_due':
      if (event.at >= test.expiresAt) return stay(withoutTest(state, refusal('test_expired')))
      return { state, effects: [{ type: 'read_test', call: event.call, id: connection.id, testId: test.testId }] }
    case 'test_read':
      return event.result
        ? stay({ ...state, test: { ...test, status: 'finished', result: event.result } })
        : { state, effects: [again] }
    case 'test_refused':
      // The next response may arrive.
      if (test.status === 'waiting' && isUnanswered(event.failure)) return { state, effects: [again] }
      return stay(withoutTest(state, event.failure))
    default:
      return event satisfies never
  }
}

/** A part that is being stored keeps its place for a failure. */
function withoutTest(state: ConnectionState, failure: Failure): ConnectionState {
  return { ...state, test: null, ...(state.status === 'viewing' && { part: 'test', failure, isSaved: false }) }
}

function confirm(state: ConnectionState, certificateId: string): SsoConfirmState {
  const { viewer, connections, calls, testCalls, now } = state
  return {
    ...{ screen: 'sso_confirm', status: 'asking', viewer, connections, calls, now, failure: null, certificateId },
    testCalls,
    before: { ...state, failure: null, isSaved: false },
  }
}

function inConfirm(state: SsoConfirmState, event: SsoEvent): SsoStep {
  const { before, calls, certificateId, viewer } = state
  const { id, name } = before.connection
  const back: ConnectionState = { ...before, viewer, calls, part: 'certificates', status: 'viewing' }
  switch (event.type) {
    // A test runs on.
    case 'test_due':
    case 'test_started':
    case 'test_read':
    case 'test_refused': {
      const { state: tested, effects } = inTest(before, event)
      return { state: { ...state, before: tested }, effects }
    }
    case 'back_clicked':
      return state.status === 'asking' ? stay(back) : stay(state)
    case 'confirm_clicked':
      if (state.status !== 'asking') return stay(state)
      return call(
        { ...state, status: 'working' },
        certificateId ? { type: 'delete_certificate', id, certificateId } : { type: 'delete', id },
      )
    case 'refused':
      return event.call === calls && state.status === 'working'
        ? stay({ ...back, failure: event.failure })
        : stay(state)
    case 'answered':
      return event.call === calls && state.status === 'working' ? deleted(state, back, event.answer, name) : stay(state)
    default:
      return stay(state)
  }
}

function deleted(state: SsoConfirmState, back: ConnectionState, answer: SsoAnswer, name: string): SsoStep {
  if (answer.type !== 'done') return stay(state)
  const { certificateId } = state
  const connection_id = back.connection.id
  if (!certificateId) {
    const step = toList(state, name || connection_id)
    return { ...step, effects: [emit({ type: 'SSO_CONNECTION_DELETE', data: { connection_id } }), ...step.effects] }
  }
  const certificates = back.connection.certificates.filter(({ id }) => id !== certificateId)
  return {
    state: { ...back, connection: { ...back.connection, certificates }, isSaved: true },
    effects: [emit({ type: 'SSO_CONNECTION_UPDATE', data: { connection_id } })],
  }
}
