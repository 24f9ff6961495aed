import type {
  DiscoveryResponse,
  Member,
  MemberSession,
  MemberSessionResponse,
  MemberSignInResponse,
  Organization,
} from '@latchkey/contract/b2b'
import type { ClientContext } from '../../context/context.ts'

/** The state as applications see it: all three are set, or all are null. */
export interface B2bState {
  readonly member: Member | null
  readonly organization: Organization | null
  readonly session: MemberSession | null
}

/** The sessions of business projects. */
export interface MemberSessions {
  readonly session: MemberSession
  readonly subject: { readonly member: Member; readonly organization: Organization }
  readonly state: B2bState
  readonly response: MemberSessionResponse
  readonly signIn: MemberSignInResponse | DiscoveryResponse
}

/** The context of the business client. */
export type B2bContext = ClientContext<MemberSessions>
