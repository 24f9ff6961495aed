import type { MemberSessionResponse } from '@latchkey/contract/b2b'
import { b2bSessionsAuthenticate, b2bSessionsRevoke } from '@latchkey/contract/b2b'
import type { SessionShape } from '../../session/session-shape.ts'
import { shareSession } from '../../session/shared-session.ts'
import type { MemberSessions } from './member-kind.ts'
import { keepSessionInTab } from './tab-session.ts'

export const memberShape: SessionShape<MemberSessions> = {
  foreign: 'CONSUMER',
  authenticate: b2bSessionsAuthenticate,
  revoke: b2bSessionsRevoke,
  persist: (base) =>
    'session' in base.options && base.options.session === 'tab' ? keepSessionInTab(base) : shareSession(base),
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
