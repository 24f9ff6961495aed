import type { AuthenticateResponse, User } from '@latchkey/contract'
import { sessionsAuthenticate, sessionsRevoke } from '@latchkey/contract'
import type { UserSessions } from './session-kind.ts'
import type { SessionShape } from './session-shape.ts'
import { shareSession } from './shared-session.ts'

export const userShape: SessionShape<UserSessions> = {
  foreign: 'B2B',
  authenticate: sessionsAuthenticate,
  revoke: sessionsRevoke,
  persist: shareSession,
  // The user of a sign-in is in both fields, that of another response in `__user` only.
  read: ({ session, user, __user, session_token: token, session_jwt: jwt }: AuthenticateResponse, known) => {
    const subject = (__user ?? (known ? undefined : user)) as User
    return { id: session?.session_id, account: subject?.user_id, session, subject, token, jwt }
  },
  view: ({ session = null, subject: user = null }) => ({ session, user }),
}
