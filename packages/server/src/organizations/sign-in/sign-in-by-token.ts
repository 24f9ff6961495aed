import { ProviderError } from '../../core/provider-error.ts'
import type { Call } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { countSignIn } from '../../sessions/count-sign-in.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { type ConcludedSignIn, concludeSignIn, type MemberSignIn } from './conclude-sign-in.ts'

export type AdmittedSignIn = Extract<ConcludedSignIn, { kind: 'session' }>

/** The error for an address that may not enter, and for a token that is not enough to sign in. */
export const tokenNotAllowed = 'operation_restricted_by_organization_auth_methods'

/**
 * A sign-in with a token of a trusted issuer or of a client application. Its response cannot ask for a further step, so
 * a sign-in that is not admitted is rejected. If the request has a session of the member, its factors count too.
 */
export async function signInByToken(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  {
    memberId,
    ...signIn
  }: Omit<MemberSignIn, 'notAllowed' | 'continued' | 'continuesOnly'> & {
    /** Null for a person who is no member yet. */
    memberId: string | null
  },
): Promise<AdmittedSignIn> {
  const { caller } = signIn
  const isOwn = caller !== null && caller.account.id === memberId
  const continues = isOwn && !caller.usesReplacedToken && caller.session.actor === null
  const concluded = await concludeSignIn(tx, context, call, {
    ...signIn,
    factors: [...(continues ? caller.session.factors : []), ...signIn.factors],
    ...{ notAllowed: tokenNotAllowed, continued: null, continuesOnly: continues },
  })
  if (concluded.kind === 'pending')
    throw new ProviderError(tokenNotAllowed, { details: { reason: concluded.admission.kind } })
  // A valid token can be presented all day, and each session is a row.
  if (concluded.issued.kind === 'new')
    countSignIn(context, call, { event: signIn.event, account: concluded.state.member.account })
  return concluded
}
