import { builtInRoleIds } from '@latchkey/contract/b2b'
import type { Failure } from '../../flow/failure.ts'
import { refusal } from '../../flow/failure.ts'
import type { Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { WidgetEventType } from '../../flow/widget-events.ts'
import { emit } from '../../flow/widget-events.ts'
import type {
  ConfirmedAction,
  ConfirmState,
  DetailsPart,
  DetailsState,
  Done,
  HeldRole,
  InviteState,
  ListState,
  MemberList,
  MembersAccess,
  MembersAnswer,
  MembersEffect,
  MembersEvent,
  MembersRequest,
  MembersState,
  ShownMember,
  Viewer,
} from './members-state.flow.ts'

type MembersStep = Step<MembersState, MembersEffect>

/** How long the person has to pause before the provider is asked. */
const typingMs = 300

export function startMembers(viewer: Viewer): MembersStep {
  const list: MemberList = { members: [], total: 0, search: '', filter: 'all', cursors: [''], next: null }
  return load({ screen: 'members', status: 'loading', viewer, list, done: null, failure: null, calls: 0 })
}

export function membersFlow(state: MembersState, event: MembersEvent): MembersStep {
  if (event.type === 'viewer_changed') return withViewer(state, event.viewer)
  switch (state.screen) {
    case 'members':
      return inList(state, event)
    case 'member_invite':
      return inInvite(state, event)
    case 'member_details':
      return inDetails(state, event)
    case 'member_confirm':
      return inConfirm(state, event)
    default:
      return state satisfies never
  }
}

/** The permission that an action needs. */
export const accessOf: Record<ConfirmedAction, keyof MembersAccess> = {
  remove: 'remove',
  uninvite: 'remove',
  revoke: 'revoke',
  password: 'deletePassword',
  phone: 'deletePhone',
  app: 'deleteApp',
}

/** The name of a member, or the address of one without a name. */
export function nameOf({ name, email }: Pick<ShownMember, 'name' | 'email'>): string {
  return name || email
}

/** Whether a role was given to the member by an admin or a backend. All members have the built-in role. */
export function isDirect({ id, sources }: HeldRole): boolean {
  return id !== builtInRoleIds.member && sources.some(({ type }) => type === 'direct_assignment')
}

/** The ids of the roles that were given to the member directly. */
export function directRoles({ roles }: ShownMember): string[] {
  return roles.filter(isDirect).map(({ id }) => id)
}

export function hasChangedRoles({ member, chosen }: Pick<DetailsState, 'member' | 'chosen'>): boolean {
  return [...directRoles(member)].sort().join() !== [...chosen].sort().join()
}

/** Roles may change while the page is open. */
function withViewer(state: MembersState, viewer: Viewer): MembersStep {
  const key = ({ isKnown, organizationId, memberId, access }: Viewer): string =>
    [isKnown, organizationId, memberId, access.search.isAllowed].join(' ')
  if (key(viewer) !== key(state.viewer)) {
    const { state: first, effects } = startMembers(viewer)
    const calls = state.calls + 1
    return {
      state: { ...first, calls },
      effects: effects.map((effect) => ('call' in effect ? { ...effect, call: calls } : effect)),
    }
  }
  return stay(
    state.screen === 'member_confirm'
      ? { ...state, viewer, before: { ...state.before, viewer } }
      : { ...state, viewer },
  )
}

function call<State extends MembersState>(state: State, request: MembersRequest): MembersStep {
  const calls = state.calls + 1
  return { state: { ...state, failure: null, done: null, calls }, effects: [{ type: 'call', call: calls, request }] }
}

/** Loads the page of the last cursor. `done` stays on the screen. */
function load(state: ListState): MembersStep {
  if (!state.viewer.isKnown) return stay(state)
  if (!state.viewer.access.search.isAllowed) return stay({ ...state, status: 'closed' })
  const { search, filter, cursors } = state.list
  const step = call({ ...state, status: 'loading' }, { type: 'search', search, filter, cursor: cursors.at(-1) ?? '' })
  return { ...step, state: { ...step.state, done: state.done } }
}

function inList(state: ListState, event: MembersEvent): MembersStep {
  const { list, viewer } = state
  switch (event.type) {
    case 'search_changed': {
      if (state.status === 'closed') return stay(state)
      const calls = state.calls + 1
      return {
        state: {
          ...{ ...state, status: 'waiting', done: null, calls },
          list: { ...list, search: event.value, filter: 'all', cursors: [''] },
        },
        effects: [{ type: 'wait', ms: typingMs, next: 'search_due', call: calls }],
      }
    }
    case 'search_due':
      return state.status === 'waiting' && event.call === state.calls ? load(state) : stay(state)
    case 'submitted':
      return state.status === 'closed' ? stay(state) : load(state)
    case 'filter_chosen':
      if (state.status === 'closed' || event.filter === list.filter) return stay(state)
      return load({ ...state, done: null, list: { ...list, search: '', filter: event.filter, cursors: [''] } })
    case 'page_clicked':
      return turn(state, event.to)
    case 'retry_clicked':
      return state.status === 'failed' ? load(state) : stay(state)
    case 'invite_clicked': {
      if (!viewer.access.create.isAllowed) return stay(state)
      const form = { email: '', chosen: [], failure: null, done: null, calls: state.calls + 1 }
      return stay({ ...form, screen: 'member_invite', status: 'editing', viewer, list })
    }
    case 'member_chosen': {
      const member = list.members.find(({ id }) => id === event.id)
      return member ? stay(details({ ...state, calls: state.calls + 1 }, member)) : stay(state)
    }
    case 'answered':
      if (event.call !== state.calls || event.answer.type !== 'page') return stay(state)
      return shown(state, event.answer)
    case 'refused':
      return event.call === state.calls && state.status === 'loading'
        ? stay({ ...state, status: 'failed', failure: event.failure })
        : stay(state)
    default:
      return stay(state)
  }
}

function shown(state: ListState, { members, total, next }: Extract<MembersAnswer, { type: 'page' }>): MembersStep {
  const { list } = state
  // The last member of a page was removed.
  if (members.length === 0 && list.cursors.length > 1)
    return load({ ...state, list: { ...list, cursors: list.cursors.slice(0, -1) } })
  return stay({ ...state, status: 'ready', list: { ...list, members, total, next } })
}

function turn(state: ListState, to: 'next' | 'previous'): MembersStep {
  const { list, status } = state
  if (status !== 'ready') return stay(state)
  if (to === 'next' && list.next !== null)
    return load({ ...state, done: null, list: { ...list, cursors: [...list.cursors, list.next] } })
  if (to === 'previous' && list.cursors.length > 1)
    return load({ ...state, done: null, list: { ...list, cursors: list.cursors.slice(0, -1) } })
  return stay(state)
}

function details({ viewer, list, calls }: MembersState, member: ShownMember): DetailsState {
  return {
    ...{ screen: 'member_details', status: 'viewing', viewer, list, calls, failure: null, done: null },
    ...{ member, name: member.name, chosen: directRoles(member), part: 'access' },
  }
}

/** Back to the list, which is read again. */
function toList({ viewer, list, calls }: MembersState, done: Done | null): MembersStep {
  return load({ screen: 'members', status: 'loading', viewer, list, calls, failure: null, done })
}

function toggle(chosen: readonly string[], role: string): string[] {
  return chosen.includes(role) ? chosen.filter((one) => one !== role) : [...chosen, role]
}

function mayGive({ viewer }: MembersState, role: string): boolean {
  return viewer.roles.some(({ id, isGivable }) => id === role && isGivable)
}

function inInvite(state: InviteState, event: MembersEvent): MembersStep {
  const isEditing = state.status === 'editing'
  switch (event.type) {
    case 'email_changed':
      return isEditing ? stay({ ...state, email: event.value, failure: null }) : stay(state)
    case 'role_toggled':
      return isEditing && mayGive(state, event.role)
        ? stay({ ...state, chosen: toggle(state.chosen, event.role) })
        : stay(state)
    case 'submitted': {
      if (!isEditing) return stay(state)
      const email = state.email.trim()
      if (!/^\S+@\S+$/.test(email)) return stay({ ...state, failure: refusal('invalid_email') })
      return call({ ...state, status: 'sending' }, { type: 'invite', email, roles: state.chosen })
    }
    case 'answered': {
      if (event.call !== state.calls || event.answer.type !== 'member') return stay(state)
      const { id, email } = event.answer.member
      return telling('MEMBER_INVITE', id, toList(fromStart(state), { type: 'invited', who: email }))
    }
    case 'refused':
      // What was typed stays.
      return event.call === state.calls ? stay({ ...state, status: 'editing', failure: event.failure }) : stay(state)
    case 'back_clicked':
      return toList({ ...state, calls: state.calls + 1 }, null)
    default:
      return stay(state)
  }
}

/** The newest members are on the first page. */
function fromStart<State extends MembersState>(state: State): State {
  return { ...state, list: { ...state.list, search: '', filter: 'all', cursors: [''] } }
}

function telling(
  type: Extract<WidgetEventType, `MEMBER_${string}`>,
  member_id: string,
  step: MembersStep,
): MembersStep {
  return { ...step, effects: [emit({ type, data: { member_id } }), ...step.effects] }
}

function inDetails(state: DetailsState, event: MembersEvent): MembersStep {
  const { member, viewer, status } = state
  if (event.type === 'back_clicked') return toList({ ...state, calls: state.calls + 1 }, null)
  if (event.type === 'answered' || event.type === 'refused') return inPendingDetails(state, event)
  if (status !== 'viewing') return stay(state)
  switch (event.type) {
    case 'name_changed':
      return stay({ ...state, name: event.value, failure: null })
    case 'role_toggled':
      return viewer.access.assign.isAllowed && mayGive(state, event.role)
        ? stay({ ...state, chosen: toggle(state.chosen, event.role), failure: null })
        : stay(state)
    case 'save_name_clicked': {
      const name = state.name.trim()
      if (!viewer.access.rename.isAllowed) return stay(state)
      if (!name) return stay({ ...state, part: 'name', failure: refusal('name_required') })
      return work(state, 'name', { type: 'rename', id: member.id, name })
    }
    case 'save_roles_clicked':
      return viewer.access.assign.isAllowed
        ? work(state, 'roles', { type: 'assign', id: member.id, before: directRoles(member), after: state.chosen })
        : stay(state)
    case 'reactivate_clicked':
      return viewer.access.reactivate.isAllowed
        ? work(state, 'access', { type: 'reactivate', id: member.id })
        : stay(state)
    case 'resend_clicked':
      return viewer.access.create.isAllowed && member.status === 'invited'
        ? work(state, 'access', { type: 'invite', email: member.email, roles: null })
        : stay(state)
    case 'action_clicked':
      if (!viewer.access[accessOf[event.action]].isAllowed) return stay(state)
      return stay({
        ...{ screen: 'member_confirm', status: 'asking', viewer, list: state.list, done: null, failure: null },
        ...{ calls: state.calls, action: event.action, before: { ...state, failure: null, done: null } },
      })
    default:
      return stay(state)
  }
}

function work(state: DetailsState, part: DetailsPart, request: MembersRequest): MembersStep {
  return call({ ...state, status: 'working', part }, request)
}

const doneOf: Record<DetailsPart, 'saved' | 'added'> = { name: 'saved', roles: 'saved', access: 'added' }

function inPendingDetails(
  state: DetailsState,
  event: Extract<MembersEvent, { type: 'answered' | 'refused' }>,
): MembersStep {
  if (event.call !== state.calls || state.status !== 'working') return stay(state)
  // What was typed and chosen stays.
  if (event.type === 'refused') return stay({ ...state, status: 'viewing', failure: event.failure })
  if (event.answer.type !== 'member') return stay(state)
  const { member } = event.answer
  const type = state.part === 'access' && member.status === 'invited' ? 'invited' : doneOf[state.part]
  const who = type === 'invited' ? member.email : nameOf(member)
  const { part } = state
  const next: DetailsState = {
    ...{ ...state, status: 'viewing', member, done: { type, who } },
    // The other part may have been changed and not stored yet.
    name: part === 'roles' ? state.name : member.name,
    chosen: part === 'name' ? state.chosen : directRoles(member),
  }
  return telling(type === 'invited' ? 'MEMBER_INVITE' : 'MEMBER_UPDATE', member.id, stay(next))
}

function inConfirm(state: ConfirmState, event: MembersEvent): MembersStep {
  const { before, action, calls, viewer, list } = state
  const { member } = before
  const back = (failure: Failure | null = null): DetailsState => ({
    ...before,
    viewer,
    list,
    calls,
    failure,
    part: 'access',
  })
  switch (event.type) {
    case 'back_clicked':
      return state.status === 'asking' ? stay(back()) : stay(state)
    case 'confirm_clicked':
      return state.status === 'asking' ? call({ ...state, status: 'working' }, requestOf(action, member)) : stay(state)
    case 'refused':
      return event.call === calls && state.status === 'working' ? stay(back(event.failure)) : stay(state)
    case 'answered': {
      if (event.call !== calls || state.status !== 'working') return stay(state)
      const who = nameOf(member)
      if (action === 'remove' || action === 'uninvite')
        return telling(
          'MEMBER_REMOVE',
          member.id,
          toList(state, { type: action === 'remove' ? 'removed' : 'uninvited', who }),
        )
      if (event.answer.type === 'member') {
        const changed = { ...back(), member: event.answer.member, done: { type: 'factor_removed', who } } as const
        return telling('MEMBER_UPDATE', member.id, stay(changed))
      }
      return stay({ ...back(), done: { type: 'revoked', who } })
    }
    default:
      return stay(state)
  }
}

function requestOf(action: ConfirmedAction, { id, passwordId }: ShownMember): MembersRequest {
  switch (action) {
    case 'remove':
    case 'uninvite':
      return { type: 'remove', id }
    case 'revoke':
      return { type: 'revoke', id }
    case 'phone':
      return { type: 'delete_phone', id }
    case 'app':
      return { type: 'delete_app', id }
    case 'password':
      return { type: 'delete_password', id, passwordId }
    default:
      return action satisfies never
  }
}
