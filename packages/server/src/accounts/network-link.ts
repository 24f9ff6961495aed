import type { Call } from '../core/route.ts'
import type { Channel } from '../delivery/delivery.ts'
import { networkLinkMessage } from '../delivery/templates/notice.ts'
import { identifierText, phoneIdentifier } from '../identifiers/identifier.ts'
import { isMethodEnabled } from '../methods/methods.ts'
import { describeNotice } from '../notices/describe-message.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { AccountRecord, ProjectRecord, RegistrationRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import { consumeNonce } from '../tokens/consume.ts'
import { isForeignClaim } from './claims.ts'

export const networkLinkPath = '/v1/networks/allow'

const hour = 60 * 60_000
const lifetimeMs = 24 * hour
/** One message in this time; it is shorter than the lifetime, so that a valid link is always in the mailbox. */
const intervalMs = 12 * hour

/**
 * Called when attackers have used up the messages to an identifier from unknown networks, or have locked an account out
 * for them. Sends the owner a link that makes the network that opens it a known one: an attacker cannot keep the owner
 * of the mailbox or phone out, on any network.
 */
export async function offerNetworkLink(
  context: Pick<ProviderContext, 'storage' | 'outbox' | 'clock' | 'vault' | 'baseUrl'>,
  call: Pick<Call<unknown>, 'project' | 'client'>,
  account: AccountRecord | null,
  identifier: string,
): Promise<void> {
  const { storage, outbox, clock } = context
  const { project } = call
  const now = clock.now()
  const interval = Math.floor(now / intervalMs)
  await storage.transaction(async (tx) => {
    // One for each requested identifier, because the links differ; the outbox deduplicates by contact. The same work for
    // an identifier without an account.
    const key = `network-link:${account?.id ?? ''}:${identifier}:${interval}`
    if (!(await consumeNonce(tx, project.id, key, now + intervalMs)) || account === null || account.disabledAt !== null)
      return
    const expiresAt = now + lifetimeMs
    // Only now: parsing numbers takes time, which would reveal on every call that there is an account.
    for (const { id, uniqueKey, channel } of await contactsOf(context, call, account, identifier)) {
      if ((await tx.suppressions.get(channel, uniqueKey)) !== null) continue
      const link = networkLink(context, project, { accountId: account.id, registrationId: id, expiresAt })
      const message = networkLinkMessage({
        ...{ channel, to: uniqueKey, link },
        context: describeNotice(context, call, account, id),
      })
      await outbox.enqueue(tx, project.id, message, { expiresAt, idempotencyKey: `network-link:${id}:${interval}` })
    }
  })
}

type Contact = Pick<RegistrationRecord, 'id' | 'uniqueKey'> & { channel: Channel }

/** All email addresses; and the number that the attackers used, or every number of an account without email. */
async function contactsOf(
  { outbox }: Pick<ProviderContext, 'outbox'>,
  { project }: Pick<Call<unknown>, 'project'>,
  account: AccountRecord,
  identifier: string,
): Promise<Contact[]> {
  const reachable = account.registrations.filter((one) => isContact(account, one))
  const mailboxes = reachable.filter(({ kind }) => kind === 'email')
  const contacts: Contact[] = outbox.delivers('email')
    ? mailboxes.map(({ id, uniqueKey }) => ({ id, uniqueKey, channel: 'email' }))
    : []
  const channel = (['sms', 'whatsapp'] as const).find((one) => outbox.delivers(one))
  if (channel === undefined) return contacts
  for (const { id, kind, uniqueKey } of reachable) {
    if (kind !== 'phone_number') continue
    const isRequested = identifierText({ kind, key: uniqueKey }) === identifier
    if (!isRequested && mailboxes.length > 0) continue
    // An imported number may be in a country that the project does not send to.
    const isAllowed = await phoneIdentifier(uniqueKey, project.settings).then(
      () => true,
      () => false,
    )
    if (isAllowed) contacts.push({ id, uniqueKey, channel })
  }
  return contacts
}

/**
 * Identifiers whose owner owns the account. An unverified one is included if no other factor proves the account: its
 * owner can still prove it.
 */
export function isContact(account: AccountRecord, registration: RegistrationRecord): boolean {
  const { kind } = registration
  return (kind === 'email' || kind === 'phone_number') && !isForeignClaim(account, registration)
}

/**
 * True if the password is the only factor that the link can help with: no email address of the account could get a reset
 * link, and the project sends no passcodes to numbers. Otherwise the link gives no guesses at the password.
 */
export function opensPassword(
  { settings }: ProjectRecord,
  account: AccountRecord,
  { kind }: RegistrationRecord,
): boolean {
  if (kind !== 'phone_number' || isMethodEnabled(settings, 'otpSms') || isMethodEnabled(settings, 'otpWhatsapp'))
    return false
  return !account.registrations.some((one) => one.kind === 'email' && isContact(account, one))
}

/** One network for each link: an attacker who reads the message gets no guesses from any number of networks. */
export function takePasswordUse(
  tx: Pick<StorageVerbs, 'usedNonces'>,
  project: ProjectRecord,
  { registrationId, expiresAt }: NetworkLink,
): Promise<boolean> {
  return consumeNonce(tx, project.id, `network-link-password:${registrationId}:${expiresAt}`, expiresAt)
}

export interface NetworkLink {
  accountId: string
  registrationId: string
  expiresAt: number
}

/** False if the account has voided its secrets since, as when it was disabled and enabled again. */
export function isOfAccount({ expiresAt }: NetworkLink, { secretsValidAfter }: AccountRecord): boolean {
  return expiresAt - lifetimeMs >= (secretsValidAfter ?? 0)
}

/** The link contains sealed data, so that nothing has to be stored. It does not sign the user in. */
function networkLink(
  { vault, baseUrl }: Pick<ProviderContext, 'vault' | 'baseUrl'>,
  project: ProjectRecord,
  { accountId, registrationId, expiresAt }: NetworkLink,
): string {
  const token = vault.seal(JSON.stringify([accountId, registrationId, expiresAt]), sealingContext(project))
  return `${baseUrl}${networkLinkPath}?${new URLSearchParams({ public_token: project.publicToken, token })}`
}

export function readNetworkLink(
  { vault, clock }: Pick<ProviderContext, 'vault' | 'clock'>,
  project: ProjectRecord,
  token: string,
): NetworkLink | null {
  try {
    const [accountId, registrationId, expiresAt] = JSON.parse(vault.open(token, sealingContext(project)))
    return expiresAt > clock.now() ? { accountId, registrationId, expiresAt } : null
  } catch {
    return null
  }
}

function sealingContext({ id }: ProjectRecord): string {
  return `network link:${id}`
}
