import { refusal } from '../../flow/failure.ts'
import type { GalleryStates } from '../../gallery/fixtures/gallery-state.ts'
import { ada, longest, offline } from '../../gallery/fixtures/gallery-state.ts'
import type { Access } from '../access/access.flow.ts'
import { allowed } from '../access/access.flow.ts'
import type { MembersConfig } from './members.config.ts'
import type {
  ConfirmState,
  DetailsState,
  InviteState,
  ListState,
  MemberList,
  MembersAccess,
  MembersState,
  ShownMember,
  Viewer,
} from './members-state.flow.ts'

const deniedTo: Access = { isAllowed: false, role: 'latchkey_admin' }

function accessFor(of: Access): MembersAccess {
  return {
    ...{ search: of, create: of, rename: of, assign: of, remove: of, reactivate: of, revoke: of },
    ...{ deletePassword: of, deletePhone: of, deleteApp: of },
  }
}

const admin: Viewer = {
  ...{ isKnown: true, organizationId: 'acme', memberId: ada, organization: 'Acme', access: accessFor(allowed) },
  roles: [
    { id: 'latchkey_admin', description: '', isGivable: true },
    { id: 'editor', description: 'Editors', isGivable: true },
    { id: 'auditor', description: 'Auditors', isGivable: true },
  ],
}

/** May see the members, and nothing else. */
const reader: Viewer = {
  ...admin,
  access: { ...accessFor(deniedTo), search: allowed },
  roles: admin.roles.map((role) => ({ ...role, isGivable: false })),
}

const everyone = { id: 'latchkey_member', sources: [{ type: 'direct_assignment', details: {} }] } as const
const direct = { type: 'direct_assignment', details: {} } as const

function member(name: string, email: string, change: Partial<ShownMember> = {}): ShownMember {
  return {
    ...{ id: email, name, email, status: 'active', roles: [everyone], isSelf: false, isBreakGlass: false },
    ...{ passwordId: '', phone: '', hasApp: false, ...change },
  }
}

const grace = member('Grace Hopper', 'grace@example.com', {
  ...{ passwordId: 'password', phone: '+15005550006', hasApp: true, isBreakGlass: true },
  roles: [
    everyone,
    { id: 'editor', sources: [direct, { type: 'email_assignment', details: { email_domain: 'example.com' } }] },
    { id: 'auditor', sources: [{ type: 'sso_connection_group', details: { group: 'finance' } }] },
  ],
})
const alan = member('', 'alan@example.com', {
  status: 'invited',
  roles: [everyone, { id: 'editor', sources: [direct] }],
})
const removed = member('Charles Babbage', 'charles@example.com', { status: 'deleted' })
const longNamed = member('Wolfeschlegelsteinhausenbergerdorff the Elder of Manufacturers', longest)

const people: readonly ShownMember[] = [
  member('Ada Lovelace', ada, { isSelf: true, roles: [everyone, { id: 'latchkey_admin', sources: [direct] }] }),
  grace,
  alan,
  longNamed,
  member('Katherine Johnson', 'katherine@example.com', { status: 'pending' }),
]

const list: MemberList = { members: people, total: 5, search: '', filter: 'all', cursors: [''], next: null }
const pages: MemberList = { ...list, total: 134, cursors: ['', 'second'], next: 'third' }
const base = { viewer: admin, list, done: null, failure: null, calls: 1 } as const

const shown = (change: Partial<ListState> = {}): ListState => ({
  ...{ ...base, screen: 'members', status: 'ready', ...change },
})
const invite = (change: Partial<InviteState> = {}): InviteState => ({
  ...{ ...base, screen: 'member_invite', status: 'editing', email: '', chosen: [], ...change },
})
const details = (change: Partial<DetailsState> = {}): DetailsState => ({
  ...{ ...base, screen: 'member_details', status: 'viewing', member: grace, name: grace.name },
  ...{ chosen: ['editor'], part: 'access', ...change },
})
const confirm = (action: ConfirmState['action'], change: Partial<ConfirmState> = {}): ConfirmState => ({
  ...{ ...base, screen: 'member_confirm', status: 'asking', action, before: details(), ...change },
})

export const membersStates: GalleryStates<MembersState, { readonly config?: MembersConfig }> = {
  members: {
    list: { state: shown() },
    'a page of many': { state: shown({ list: pages }), config: { pageSize: 5 } },
    'without permissions': { state: shown({ viewer: reader }) },
    closed: { state: shown({ status: 'closed', viewer: { ...reader, access: accessFor(deniedTo) } }) },
    'loading at first': { state: shown({ status: 'loading', list: { ...list, members: [], total: 0 } }) },
    loading: { state: shown({ status: 'loading' }) },
    'no match': { state: shown({ list: { ...list, members: [], total: 0, search: 'dorothy' } }) },
    'no removed member': { state: shown({ list: { ...list, members: [], total: 0, filter: 'deleted' } }) },
    'after an invitation': { state: shown({ done: { type: 'invited', who: longest } }) },
    offline: { state: shown({ status: 'failed', failure: offline }) },
  },
  member_invite: {
    empty: { state: invite() },
    filled: { state: invite({ email: 'dorothy@example.com', chosen: ['editor'] }) },
    'wrong address': { state: invite({ email: 'dorothy', failure: refusal('invalid_email') }) },
    'a member already': {
      state: invite({ email: 'grace@example.com', failure: refusal('duplicate_member_email') }),
    },
    'roles that cannot be given': {
      state: invite({ viewer: { ...reader, access: accessFor(allowed) } }),
    },
    sending: { state: invite({ status: 'sending', email: 'dorothy@example.com' }) },
  },
  member_details: {
    active: { state: details() },
    'changed roles': { state: details({ chosen: ['editor', 'latchkey_admin'] }) },
    saved: { state: details({ done: { type: 'saved', who: 'Grace Hopper' } }) },
    saving: { state: details({ status: 'working', part: 'roles', chosen: [] }) },
    'without permissions': { state: details({ viewer: reader }) },
    self: { state: details({ member: { ...grace, isSelf: true } }) },
    invited: { state: details({ member: alan, name: '' }) },
    removed: { state: details({ member: removed, name: removed.name, chosen: [] }) },
    'no name': { state: details({ name: '', part: 'name', failure: refusal('name_required') }) },
    rejected: { state: details({ part: 'roles', failure: refusal('unauthorized_action') }) },
  },
  member_confirm: {
    remove: { state: confirm('remove') },
    uninvite: { state: confirm('uninvite', { before: details({ member: alan }) }) },
    revoke: { state: confirm('revoke') },
    factor: { state: confirm('app') },
    working: { state: confirm('remove', { status: 'working' }) },
  },
}
