import type { SsoConnectionKind, SsoGroupRoleAssignment, SsoTestResult } from '@latchkey/contract/b2b'
import type { Failure } from '../../flow/failure.ts'
import type { Emit } from '../../flow/widget-events.ts'
import type { Access } from '../access/access.flow.ts'
import type { ListChange } from '../access/apply-difference.ts'
import type { RoleOption } from '../members/members-state.flow.ts'

export interface ShownCertificate {
  readonly id: string
  readonly fingerprint: string
  /** In milliseconds. */
  readonly expiresAt: number
}

/** A value for the identity provider. */
export interface GivenValue {
  readonly name: 'acs' | 'entity' | 'redirect'
  readonly value: string
}

export interface ShownConnection {
  readonly id: string
  readonly kind: SsoConnectionKind
  readonly name: string
  readonly isActive: boolean
  readonly values: readonly GivenValue[]
  readonly metadataUrl: string
  readonly issuer: string
  readonly clientId: string
  readonly hasSecret: boolean
  readonly certificates: readonly ShownCertificate[]
  readonly groups: readonly SsoGroupRoleAssignment[]
}

export interface SsoViewer {
  /** False until the policy of the project is loaded. */
  readonly isKnown: boolean
  readonly organizationId: string | null
  readonly access: { readonly [Action in 'get' | 'create' | 'update' | 'delete']: Access }
  readonly roles: readonly RoleOption[]
}

interface Base {
  readonly viewer: SsoViewer
  readonly connections: readonly ShownConnection[]
  readonly failure: Failure | null
  readonly calls: number
  /** Like `calls`, for tests, which run next to other calls. */
  readonly testCalls: number
  /** The time of the last response, which decides about certificates. */
  readonly now: number
}

export interface ConnectionsState extends Base {
  readonly screen: 'sso_connections'
  readonly status: 'loading' | 'ready' | 'creating' | 'failed' | 'closed'
  /** The name of the connection that was deleted; empty without one. */
  readonly deleted: string
}

/** What is typed. */
export interface ConnectionDraft {
  readonly name: string
  readonly metadataUrl: string
  readonly metadataXml: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly group: string
  readonly role: string
}

export type ConnectionPart = 'give' | 'name' | 'take' | 'groups' | 'test' | 'certificates'

export interface ConnectionTest {
  readonly status: 'starting' | 'waiting' | 'finished'
  readonly url: string
  readonly testId: string
  /** In milliseconds. */
  readonly expiresAt: number
  readonly result: SsoTestResult | null
}

export interface ConnectionState extends Base {
  readonly screen: 'sso_connection'
  readonly status: 'viewing' | 'working'
  readonly connection: ShownConnection
  readonly draft: ConnectionDraft
  /** The part that is being stored, or was stored last. */
  readonly part: ConnectionPart
  readonly isSaved: boolean
  /** The value that was copied last; empty without one. */
  readonly copied: string
  readonly test: ConnectionTest | null
}

export interface SsoConfirmState extends Base {
  readonly screen: 'sso_confirm'
  readonly status: 'asking' | 'working'
  /** The certificate to delete; empty for the connection. */
  readonly certificateId: string
  readonly before: ConnectionState
}

export type SsoState = ConnectionsState | ConnectionState | SsoConfirmState

interface Named {
  readonly id: string
  readonly kind: SsoConnectionKind
}

export type SsoRequest =
  | { readonly type: 'list' }
  | { readonly type: 'create'; readonly kind: 'saml' | 'oidc' }
  | (Named & { readonly type: 'rename'; readonly name: string })
  | (Named & { readonly type: 'metadata_url' | 'metadata_xml'; readonly value: string })
  | (Named & {
      readonly type: 'oidc'
      readonly issuer: string
      readonly clientId: string
      readonly clientSecret: string
    })
  | (Named & { readonly type: 'groups' } & ListChange<SsoGroupRoleAssignment>)
  | { readonly type: 'delete'; readonly id: string }
  | { readonly type: 'delete_certificate'; readonly id: string; readonly certificateId: string }

export type SsoAnswer =
  | { readonly type: 'list'; readonly connections: readonly ShownConnection[] }
  | { readonly type: 'connection'; readonly connection: ShownConnection }
  | { readonly type: 'done' }

export type SsoEvent =
  | { readonly type: 'viewer_changed'; readonly viewer: SsoViewer }
  | { readonly type: 'add_clicked'; readonly kind: 'saml' | 'oidc' }
  | { readonly type: 'connection_chosen'; readonly id: string }
  | { readonly type: 'typed'; readonly field: keyof ConnectionDraft; readonly value: string }
  | { readonly type: 'save_clicked'; readonly part: 'name' | 'take' | 'groups' }
  | { readonly type: 'group_removed'; readonly group: SsoGroupRoleAssignment }
  | { readonly type: 'certificate_clicked'; readonly id: string }
  | { readonly type: 'copy_clicked'; readonly value: string }
  | { readonly type: 'copied'; readonly value: string }
  | { readonly type: 'copy_refused' | 'file_refused' }
  | { readonly type: 'test_due'; readonly call: number; readonly at: number }
  | {
      readonly type: 'test_started'
      readonly call: number
      readonly url: string
      readonly testId: string
      readonly expiresAt: number
    }
  | { readonly type: 'test_read'; readonly call: number; readonly result: SsoTestResult | null }
  | { readonly type: 'test_refused'; readonly call: number; readonly failure: Failure }
  | { readonly type: 'answered'; readonly call: number; readonly at: number; readonly answer: SsoAnswer }
  | { readonly type: 'refused'; readonly call: number; readonly failure: Failure }
  | { readonly type: 'test_clicked' }
  | { readonly type: 'retry_clicked' | 'back_clicked' | 'delete_clicked' | 'confirm_clicked' }

export type SsoEffect =
  | Emit
  | { readonly type: 'call'; readonly call: number; readonly request: SsoRequest }
  | { readonly type: 'start_test'; readonly call: number; readonly id: string }
  | { readonly type: 'read_test'; readonly call: number; readonly id: string; readonly testId: string }
  | { readonly type: 'copy'; readonly value: string }
  | { readonly type: 'wait'; readonly ms: number; readonly next: 'test_due'; readonly call: number }
