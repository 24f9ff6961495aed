import type { MemberStatus, RoleSource } from '@latchkey/contract/b2b'
import type { Failure } from '../../flow/failure.ts'
import type { Emit } from '../../flow/widget-events.ts'
import type { Access } from '../access/access.flow.ts'
import type { ListChange } from '../access/apply-difference.ts'

/** One role of a member, and why the member has it. */
export interface HeldRole {
  readonly id: string
  readonly sources: readonly RoleSource[]
}

/** What the screens show of a member. */
export interface ShownMember {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly status: MemberStatus
  readonly roles: readonly HeldRole[]
  readonly isSelf: boolean
  readonly isBreakGlass: boolean
  /** Empty without a password. */
  readonly passwordId: string
  /** Empty without a phone number. */
  readonly phone: string
  readonly hasApp: boolean
}

/** A role that can be chosen. */
export interface RoleOption {
  readonly id: string
  readonly description: string
  readonly isGivable: boolean
}

/** What the signed-in member may do. */
export interface MembersAccess {
  readonly search: Access
  readonly create: Access
  readonly rename: Access
  readonly assign: Access
  readonly remove: Access
  readonly reactivate: Access
  readonly revoke: Access
  readonly deletePassword: Access
  readonly deletePhone: Access
  readonly deleteApp: Access
}

/** The signed-in member: who it is, and what it may do here. */
export interface Viewer {
  /** False until the policy of the project is loaded. */
  readonly isKnown: boolean
  /** Null without a session. */
  readonly organizationId: string | null
  /** Null without a session. */
  readonly memberId: string | null
  readonly organization: string
  readonly access: MembersAccess
  readonly roles: readonly RoleOption[]
}

export type MembersFilter = 'all' | 'active' | 'invited' | 'deleted'

/** The page of the list that is shown. */
export interface MemberList {
  readonly members: readonly ShownMember[]
  readonly total: number
  readonly search: string
  readonly filter: MembersFilter
  /** The cursors of this page and of those before it. The first page has none. */
  readonly cursors: readonly string[]
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null
}

/** What was done, for the note on the screen. */
export type Done =
  | { readonly type: 'invited' | 'removed' | 'uninvited'; readonly who: string }
  | { readonly type: 'saved' | 'revoked' | 'added' | 'factor_removed'; readonly who: string }

interface Base {
  readonly viewer: Viewer
  readonly list: MemberList
  readonly done: Done | null
  readonly failure: Failure | null
  /** The number of calls so far. Responses to earlier calls are ignored. */
  readonly calls: number
}

export interface ListState extends Base {
  readonly screen: 'members'
  /** `waiting`: the person types. `closed`: the roles do not allow to see members. */
  readonly status: 'loading' | 'waiting' | 'ready' | 'failed' | 'closed'
}

export interface InviteState extends Base {
  readonly screen: 'member_invite'
  readonly status: 'editing' | 'sending'
  readonly email: string
  readonly chosen: readonly string[]
}

/** The part of the details to which a failure belongs. */
export type DetailsPart = 'name' | 'roles' | 'access'

export interface DetailsState extends Base {
  readonly screen: 'member_details'
  readonly status: 'viewing' | 'working'
  readonly member: ShownMember
  readonly name: string
  readonly chosen: readonly string[]
  /** The part that is being stored, or was stored last. */
  readonly part: DetailsPart
}

/** What the person is asked about before it happens. */
export type ConfirmedAction = 'remove' | 'uninvite' | 'revoke' | 'password' | 'phone' | 'app'

export interface ConfirmState extends Base {
  readonly screen: 'member_confirm'
  readonly status: 'asking' | 'working'
  readonly action: ConfirmedAction
  readonly before: DetailsState
}

export type MembersState = ListState | InviteState | DetailsState | ConfirmState

export type MembersRequest =
  | {
      readonly type: 'search'
      readonly search: string
      readonly filter: MembersFilter
      /** Empty for the first page. */
      readonly cursor: string
    }
  | { readonly type: 'invite'; readonly email: string; readonly roles: readonly string[] | null }
  | { readonly type: 'rename'; readonly id: string; readonly name: string }
  | ({ readonly type: 'assign'; readonly id: string } & ListChange<string>)
  | { readonly type: 'reactivate' | 'remove' | 'revoke' | 'delete_phone' | 'delete_app'; readonly id: string }
  | { readonly type: 'delete_password'; readonly id: string; readonly passwordId: string }

export type MembersAnswer =
  | {
      readonly type: 'page'
      readonly members: readonly ShownMember[]
      readonly total: number
      readonly next: string | null
    }
  | { readonly type: 'member'; readonly member: ShownMember }
  | { readonly type: 'done' }

export type MembersEvent =
  | { readonly type: 'search_changed'; readonly value: string }
  | { readonly type: 'search_due'; readonly call: number }
  | { readonly type: 'filter_chosen'; readonly filter: MembersFilter }
  | { readonly type: 'page_clicked'; readonly to: 'next' | 'previous' }
  | { readonly type: 'member_chosen'; readonly id: string }
  | { readonly type: 'email_changed' | 'name_changed'; readonly value: string }
  | { readonly type: 'role_toggled'; readonly role: string }
  | { readonly type: 'action_clicked'; readonly action: ConfirmedAction }
  | { readonly type: 'viewer_changed'; readonly viewer: Viewer }
  | { readonly type: 'answered'; readonly call: number; readonly answer: MembersAnswer }
  | { readonly type: 'refused'; readonly call: number; readonly failure: Failure }
  | {
      readonly type:
        | ('invite_clicked' | 'submitted' | 'back_clicked' | 'retry_clicked')
        | ('save_name_clicked' | 'save_roles_clicked' | 'reactivate_clicked' | 'resend_clicked' | 'confirm_clicked')
    }

export type MembersEffect =
  | Emit
  | { readonly type: 'call'; readonly call: number; readonly request: MembersRequest }
  | { readonly type: 'wait'; readonly ms: number; readonly next: 'search_due'; readonly call: number }
