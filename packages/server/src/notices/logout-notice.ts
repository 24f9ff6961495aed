import { DeliveryError } from '../delivery/delivery.ts'
import { OutboundError } from '../outbound/outbound-fetch.ts'
import type { ProviderContext } from '../provider-context.ts'
import { projectIssuer } from './issuer.ts'

/** The data of a back-channel logout notice for one client application. */
export interface LogoutNotice {
  projectId: string
  clientId: string
  accountId: string
  sessionId: string
  /** The same on every attempt, so that a client application can ignore a repeated notice. */
  tokenId: string
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const tokenSeconds = 120

/** Signs and posts one logout token. Signed when it is sent, because it expires after two minutes (§2.4). */
export async function sendLogoutNotice(
  context: Pick<ProviderContext, 'storage' | 'signingKeys' | 'outbound' | 'clock' | 'baseUrl'>,
  payload: string,
): Promise<void> {
  const { storage, signingKeys, clock, outbound } = context
  const notice = JSON.parse(payload) as LogoutNotice
  const project = await storage.projects.get(notice.projectId)
  const client = await storage.oauthClients.get(notice.projectId, notice.clientId)
  // The project or the client was removed, or its logout URI was.
  if (project === null || client === null || client.backchannelLogoutUri === null) return
  const iat = Math.floor(clock.now() / 1_000)
  const claims = {
    iss: projectIssuer(context, project),
    sub: notice.accountId,
    aud: notice.clientId,
    iat,
    exp: iat + tokenSeconds,
    jti: notice.tokenId,
    sid: notice.sessionId,
    events: { [logoutEvent]: {} },
  }
  const algorithm = client.idTokenAlgorithm ?? project.settings.jwtAlgorithm
  const token = await signingKeys.sign(project.id, algorithm, claims, 'logout+jwt')
  const answer = await outbound(client.backchannelLogoutUri, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ logout_token: token }).toString(),
  }).catch((cause: unknown) => {
    const permanent = cause instanceof OutboundError && cause.code === 'address_refused'
    throw new DeliveryError('the client application could not be reached', { permanent, cause })
  })
  if (answer.ok) return
  // §2.8: 400 means that the token was rejected; other errors may be temporary.
  throw new DeliveryError(`the client application responded with ${answer.status}`, {
    permanent: answer.status === 400,
  })
}
