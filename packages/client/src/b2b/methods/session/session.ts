import type { Ok } from '@latchkey/contract'
import type {
  B2bSessionsAttestRequest,
  B2bSessionsExchangeAccessTokenRequest,
  B2bSessionsExchangeRequest,
  MemberSession,
  MemberSessionResponse,
  MemberSignInResponse,
} from '@latchkey/contract/b2b'
import {
  b2bSessionsAttest,
  b2bSessionsExchange,
  b2bSessionsExchangeAccessToken,
  b2bSessionsRevokeForMember,
} from '@latchkey/contract/b2b'
import type { ClientContext } from '../../../context/context.ts'
import type { Unsubscribe } from '../../../core/store.ts'
import { validate } from '../../../core/validate.ts'
import { createCall } from '../../../methods/create-call.ts'
import type { SessionMethods } from '../../../methods/sessions/sessions.ts'
import { createSessions } from '../../../methods/sessions/sessions.ts'
import type { B2bContext } from '../../session/member-kind.ts'
import { onOtherTab } from '../../session/tab-session.ts'

/** The session of this browser, which belongs to one organization. */
export interface MemberSessionMethods extends SessionMethods<MemberSession | null, MemberSessionResponse> {
  /** Ends all sessions of a member. Requires the permission. */
  revokeForMember(memberId: string): Promise<Ok>
  /**
   * Switches to another organization of the same person. Without a session in the response, another factor is missing.
   *
   * @example
   * const response = await client.session.exchange({ organization_id, session_duration_minutes: 60 })
   */
  exchange(options: B2bSessionsExchangeRequest): Promise<MemberSignInResponse>
  /**
   * With the option `session: 'tab'`: calls back with the id of the organization that another tab of the browser has
   * entered. This tab stays in its organization.
   *
   * @example
   * const stop = client.session.onOtherTab((organizationId) => offerToSwitch(organizationId))
   */
  onOtherTab(callback: (organizationId: string) => void): Unsubscribe
  /** Starts a session with an access token that this project issued as an identity provider. */
  exchangeAccessToken(options: B2bSessionsExchangeAccessTokenRequest): Promise<MemberSessionResponse>
  /** Starts a session for the subject of a token of a trusted issuer. */
  attest(options: B2bSessionsAttestRequest): Promise<MemberSessionResponse>
}

export function createMemberSession(ctx: B2bContext): MemberSessionMethods {
  const { authenticate, request } = ctx
  // The methods of both kinds differ in the types of their responses only; the calls of consumer projects are replaced.
  const methods: SessionMethods<unknown, unknown> = createSessions(ctx as unknown as ClientContext)
  return {
    ...(methods as SessionMethods<MemberSession | null, MemberSessionResponse>),
    async revokeForMember(memberId) {
      validate('session.revokeForMember', 'memberId', { memberId })
      return request(b2bSessionsRevokeForMember, null, memberId)
    },
    onOtherTab: (callback) => onOtherTab(ctx, callback),
    exchange: createCall(
      authenticate,
      b2bSessionsExchange,
      'session.exchange',
      'organization_id session_duration_minutes:number locale?',
    ),
    exchangeAccessToken: createCall(
      authenticate,
      b2bSessionsExchangeAccessToken,
      'session.exchangeAccessToken',
      'access_token session_duration_minutes:number',
    ),
    attest: createCall(
      authenticate,
      b2bSessionsAttest,
      'session.attest',
      'organization_id profile_id token session_duration_minutes?:number',
    ),
  }
}
