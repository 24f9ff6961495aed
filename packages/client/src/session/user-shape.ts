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
  read: (data: AuthenticateResponse, known) => {
    const { session } = data
    const subject = (data.__user ?? (known ? undefined : data.user)) as User
    return {
      token: data.session_token,
      jwt: data.session_jwt,
      id: session?.session_id,
      account: subject?.user_id,
      session,
      subject,
    }
  },
  view: ({ session = null, subject: user = null }) => ({ session, user }),
}
