import { networkLinkMessage } from '../delivery/templates/notice.ts'
import type { Call } from '../http/route.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord, UserRecord } from '../storage/records.ts'
import { consumeMark } from '../tokens/consume.ts'
import { describeNotice } from './describe-message.ts'

export const networkLinkPath = '/v1/networks/allow'

const hour = 60 * 60_000
const lifetimeMs = 24 * hour
/** One message in this time: there is always a link in the mailbox that still works. */
const intervalMs = 12 * hour

/**
 * Called when strangers have used up what unknown networks may send to an address, or have locked an account for them.
 * Mails the owner a link that makes the network that opens it a known one: a stranger cannot keep the owner of the
 * mailbox out, on any network.
 */
export async function offerNetworkLink(
  context: Pick<ProviderContext, 'storage' | 'outbox' | 'clock' | 'vault' | 'baseUrl'>,
  call: Call<unknown>,
  user: UserRecord | null,
  identifier: string,
): Promise<void> {
  const { storage, outbox, clock } = context
  const { project } = call
  const now = clock.now()
  const interval = Math.floor(now / intervalMs)
  await storage.transaction(async (tx) => {
    // The same work for an address without an account.
    const key = `network-link:${user?.id ?? identifier}:${interval}`
    if (!(await consumeMark(tx, project.id, key, now + intervalMs)) || user === null || user.disabledAt !== null) return
    const expiresAt = now + lifetimeMs
    for (const { kind, id, uniqueKey, verified } of user.registrations) {
      if (kind !== 'email' || !verified) continue
      const link = networkLink(context, project, { userId: user.id, registrationId: id, expiresAt })
      const message = networkLinkMessage({ to: uniqueKey, link, context: describeNotice(context, call, user, id) })
      await outbox.enqueue(tx, project.id, message, { expiresAt, idempotencyKey: `network-link:${id}:${interval}` })
    }
  })
}

interface NetworkLink {
  userId: string
  registrationId: string
  expiresAt: number
}

/** False once the account has voided what was issued before, as when it was disabled and enabled. */
export function isOfAccount({ expiresAt }: NetworkLink, { secretsValidAfter }: UserRecord): boolean {
  return expiresAt - lifetimeMs >= (secretsValidAfter ?? 0)
}

/** The link is sealed, so that nothing has to be stored for it. It does not sign the user in. */
function networkLink(
  { vault, baseUrl }: Pick<ProviderContext, 'vault' | 'baseUrl'>,
  project: ProjectRecord,
  { userId, registrationId, expiresAt }: NetworkLink,
): string {
  const token = vault.seal(JSON.stringify([userId, registrationId, expiresAt]), sealingContext(project))
  return `${baseUrl}${networkLinkPath}?${new URLSearchParams({ public_token: project.publicToken, token })}`
}

export function readNetworkLink(
  { vault, clock }: Pick<ProviderContext, 'vault' | 'clock'>,
  project: ProjectRecord,
  token: string,
): NetworkLink | null {
  try {
    const [userId, registrationId, expiresAt] = JSON.parse(vault.open(token, sealingContext(project)))
    return expiresAt > clock.now() ? { userId, registrationId, expiresAt } : null
  } catch {
    return null
  }
}

function sealingContext({ id }: ProjectRecord): string {
  return `network link:${id}`
}
