import type { AuthenticateResponse, Session, User } from '@latchkey/contract'
import { sessionsAuthenticate, sessionsRevoke } from '@latchkey/contract'
import type { PublicState } from '../core/options.ts'
import type { SessionShape } from './session-shape.ts'

/** The sessions of consumer projects. */
export interface UserSessions {
  readonly session: Session
  readonly subject: User
  readonly state: PublicState
  readonly response: AuthenticateResponse
  readonly signIn: AuthenticateResponse
}

export const userShape: SessionShape<UserSessions> = {
  foreign: 'B2B',
  endpoints: { authenticate: sessionsAuthenticate, revoke: sessionsRevoke },
  read: ({ session, user, __user = user, session_token: token, session_jwt: jwt }: AuthenticateResponse) => ({
    id: session?.session_id,
    account: __user?.user_id,
    session,
    subject: __user,
    token,
    jwt,
  }),
  view: ({ session = null, subject: user = null }) => ({ session, user }),
}
