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
  authenticate: sessionsAuthenticate,
  revoke: sessionsRevoke,
  // The user of a sign-in is in both fields, that of another response in `__user` only.
  read: ({ session, user, __user, session_token: token, session_jwt: jwt }: AuthenticateResponse, known) => {
    const subject = (__user ?? (known ? undefined : user)) as User
    return { id: session?.session_id, account: subject?.user_id, session, subject, token, jwt }
  },
  view: ({ session = null, subject: user = null }) => ({ session, user }),
}
