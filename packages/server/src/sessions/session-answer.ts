import type { AuthenticateResponse, Session } from '@latchkey/contract'
import type { MemberSession } from '@latchkey/contract/b2b'
import { userView } from '../accounts/user-view.ts'
import { sha256Hex } from '../core/hash.ts'
import type { DataOf } from '../core/route.ts'
import { issuerOf } from '../projects/create-project.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { AccountRecord, ProjectRecord, SessionRecord } from '../storage/records.ts'
import type { LockoutState } from '../storage/verbs.ts'
import { sessionClaims } from './session-claims.ts'
import { sessionView } from './session-view.ts'

/** The response of every call that starts or continues a session. The JWT is signed outside of transactions. */
export async function sessionAnswer(
  context: Pick<ProviderContext, 'signingKeys' | 'clock' | 'baseUrl'>,
  project: ProjectRecord,
  found: {
    session: SessionRecord
    account: AccountRecord
    token: string
    lock: LockoutState | null
    /** Limits the expiry of the JWT. */
    jwtUntil?: number | undefined
  },
): Promise<DataOf<AuthenticateResponse>> {
  const session = sessionView(found.session, found.account)
  return {
    user_id: found.account.id,
    user: userView(found.account, found.lock, context.clock.now()),
    session,
    session_token: found.token,
    session_jwt: await signSession(context, project, session, found),
  }
}

/** The JWT of a session as its view shows it. */
export function signSession(
  context: Pick<ProviderContext, 'signingKeys' | 'clock' | 'baseUrl'>,
  project: ProjectRecord,
  view: Session | MemberSession,
  { session, token, jwtUntil }: { session: SessionRecord; token: string; jwtUntil?: number | undefined },
): Promise<string> {
  const issuer = project.issuer === '' ? issuerOf(context.baseUrl, project.id) : project.issuer
  const claims = sessionClaims(project, issuer, session, view, {
    now: context.clock.now(),
    tokenHash: sha256Hex(token),
    until: jwtUntil,
  })
  return context.signingKeys.sign(project.id, project.settings.jwtAlgorithm, claims, 'JWT')
}
