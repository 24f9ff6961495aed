import type {
  DiscoveryResponse,
  Member,
  MemberSession,
  MemberSessionResponse,
  MemberSignInResponse,
  Organization,
} from '@latchkey/contract/b2b'
import { b2bSessionsAuthenticate, b2bSessionsRevoke } from '@latchkey/contract/b2b'
import type { ClientContext } from '../../context/context.ts'
import type { SessionShape } from '../../session/session-shape.ts'

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

export const memberShape: SessionShape<MemberSessions> = {
  foreign: 'CONSUMER',
  authenticate: b2bSessionsAuthenticate,
  revoke: b2bSessionsRevoke,
  read(
    { member_session: session, member, organization, session_token: token, session_jwt: jwt }: MemberSessionResponse,
    known?: MemberSessions['subject'],
  ) {
    const subject = {
      member: sameOf(member, known?.member, 'member_id'),
      organization: sameOf(organization, known?.organization, 'organization_id'),
    }
    return {
      id: session?.member_session_id,
      // A response without either changes nothing.
      account: (member || organization) && subject.member?.member_id,
      session,
      subject,
      token,
      jwt,
    }
  },
  view: ({ session = null, subject }) => ({
    member: subject?.member ?? null,
    organization: subject?.organization ?? null,
    session,
  }),
}

/** The entity of a response, unless it is another one than the known one: admins change other members too. */
function sameOf<Entity, Id extends keyof Entity>(given: Entity, known: Entity | undefined, id: Id): Entity {
  return given && (!known || given[id] === known[id]) ? given : (known as Entity)
}
