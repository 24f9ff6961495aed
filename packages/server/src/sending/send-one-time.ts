import type { KnownErrorType } from '@latchkey/contract'
import { ownedSince } from '../accounts/claims.ts'
import { offerNetworkLink } from '../accounts/network-link.ts'
import { insertAccount } from '../accounts/new-account.ts'
import { type AuditEvent, type AuditSource, audit } from '../audit/audit.ts'
import type { Random } from '../core/clock-and-random.ts'
import { randomId } from '../core/ids.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { Message } from '../delivery/delivery.ts'
import { identifierText, idKind } from '../identifiers/identifier.ts'
import { phonePrefix } from '../identifiers/phone-number.ts'
import { isKnownNetwork } from '../limits/known-networks.ts'
import { type LimitUse, limitError, takeLimits, takeLimitsIn } from '../limits/take-limits.ts'
import type { ProviderContext } from '../provider-context.ts'
import { realmOf } from '../storage/realm.ts'
import type { AccountRecord, OneTimePurpose, OneTimeRecord, ProjectRecord } from '../storage/records.ts'
import type { StorageVerbs } from '../storage/storage.ts'
import type { Recipient } from './recipient.ts'

/** What stores and queues a message: a provider, or a command, whose messages a running provider sends. */
export interface SendContext
  extends Pick<ProviderContext, 'storage' | 'outbox' | 'vault' | 'clock' | 'random' | 'baseUrl'> {
  metrics: Pick<ProviderContext['metrics'], 'limitHit' | 'oneTime'>
  config: Pick<ProviderContext['config'], 'limits'>
}

/** The request of a page, a backend or an operator that causes a message. */
export type SendSource = AuditSource & { project: ProjectRecord }

/** A one-time secret and the message that carries it. */
export interface Sending {
  event: Extract<AuditEvent, 'magic_link_send' | 'otp_send' | 'password_reset_send'>
  row: OneTimeRecord
  /** A second secret in the same message. */
  companion?: OneTimeRecord
  message: Message
  /** A user to store before the first proof, if the call requests it. */
  pendingUser: AccountRecord | null
  /** Stores a member before the first proof. */
  insertMember?: (tx: StorageVerbs) => Promise<void>
  /** Stores what belongs to the secret. */
  alsoStore?: (tx: StorageVerbs) => Promise<void>
  /** A new passcode voids the earlier ones; links stay valid until they are used or expire. */
  voidsEarlier: boolean
}

/** A row without its secret; the caller adds the token hash or the HMAC of the passcode. */
export function newOneTime(input: {
  project: ProjectRecord
  recipient: Recipient
  purpose: OneTimePurpose
  accountId: string | null
  payload: OneTimeRecord['payload']
  lifetimeMinutes: number
  now: number
  random: Random
}): OneTimeRecord {
  const { project, recipient, now } = input
  return {
    ...realmOf(recipient.realm),
    id: randomId(idKind(recipient.identifier), project.environment, input.random),
    purpose: input.purpose,
    tokenHash: null,
    codeMac: null,
    identifier: identifierText(recipient.identifier),
    accountId: input.accountId,
    sessionId: recipient.caller?.session.id ?? null,
    codeChallenge: null,
    mismatches: 0,
    attempts: 0,
    payload: input.payload,
    createdAt: now,
    expiresAt: now + input.lifetimeMinutes * 60_000,
    usedAt: null,
    usedBy: null,
    voidedAt: null,
  }
}

/**
 * Counts, stores, queues and audits a message; a rejection is counted too. Shared limits are counted before, in their own
 * transaction: a counter row is locked until the transaction ends, so that all sends would wait for each other.
 */
export async function sendOneTime(
  context: SendContext,
  call: SendSource,
  recipient: Recipient,
  sending: Sending,
): Promise<void> {
  const { storage, outbox, metrics, clock } = context
  const { project } = call
  const { row, message, event } = sending
  if (!outbox.delivers(message.channel)) throw noCarrier(message.channel)
  const accountId = recipient.caller?.account.id ?? recipient.owner?.id ?? null
  const isByAdmin = call.actor?.kind === 'admin'
  const isKnown = !isByAdmin && (await isFromNetworkOfOwner(context, call, recipient))
  const limits = isByAdmin ? adminLimits(recipient) : sendLimits(call, recipient, isKnown)
  if (limits.shared.length > 0) await takeLimits(context, call, limits.shared)
  const refused = await storage.transaction(async (tx) => {
    const limited = await takeLimitsIn(tx, context, call, limits.recipient)
    if (limited) return { limited, errorType: null }
    const errorType = recipient.refusal ?? (await unreachable(tx, message))
    if (errorType) {
      await audit(tx, context, call, { event, result: 'refused', errorType, accountId })
      return { limited: null, errorType }
    }
    if (sending.pendingUser) {
      await insertAccount(tx, sending.pendingUser)
      await audit(tx, context, call, { event: 'user_create', result: 'ok', accountId: sending.pendingUser.id })
    }
    if (sending.insertMember) {
      await sending.insertMember(tx)
      await audit(tx, context, call, { event: 'member_create', result: 'ok', accountId, targetId: row.accountId })
    }
    if (sending.voidsEarlier) await tx.oneTime.voidEarlier(row, row.identifier, [row.purpose], row.createdAt)
    await tx.oneTime.insert(row)
    if (sending.companion) await tx.oneTime.insert(sending.companion)
    await sending.alsoStore?.(tx)
    // A decoy is queued like a real message, but has expired before the outbox reads it.
    const expiresAt = recipient.decoy ? clock.now() : row.expiresAt
    await outbox.enqueue(tx, project.id, message, { expiresAt, idempotencyKey: row.id, purpose: row.purpose })
    await audit(tx, context, call, { event, result: 'ok', accountId, targetId: row.id })
    return null
  })
  if (refused?.limited?.isSum && !isKnown && !isByAdmin)
    await offerNetworkLink(context, call, recipient.owner, identifierText(recipient.identifier))
  if (refused?.limited) throw limitError(context, refused.limited)
  if (refused?.errorType) throw new ProviderError(refused.errorType, { isAudited: true })
  // A decoy is never sent: counted as queued, it would look like a lost message.
  if (!recipient.decoy) metrics.oneTime(row.purpose, 'queued')
}

/** Reported to the page at once: a user must not wait for a message that cannot be sent. */
function noCarrier(channel: Message['channel']): ProviderError {
  const message = `This provider cannot send messages by ${channel}: no carrier is configured for it.`
  return new ProviderError('method_not_enabled', { advice: { message, details: { channel } } })
}

/** Whether the owner or the carrier has reported that this address accepts no messages. */
async function unreachable(
  tx: Pick<StorageVerbs, 'suppressions'>,
  { channel, to }: Message,
): Promise<KnownErrorType | null> {
  const suppression = await tx.suppressions.get(channel, to)
  if (suppression === null) return null
  return channel === 'email' ? 'inactive_email' : 'unsubscribed_phone_number'
}

/** Whether the owner of the address has signed in from this network. The caller of the request may be another user. */
function isFromNetworkOfOwner(
  { storage, clock }: SendContext,
  { project, client }: SendSource,
  { owner }: Recipient,
): Promise<boolean> {
  // Also without an account, so that a send to an unknown address takes as long as one to a known address.
  return isKnownNetwork(storage, {
    ...{ projectId: project.id, prefix: client.prefix, now: clock.now() },
    ...{ accountId: owner?.id ?? '', since: ownedSince(owner) },
  })
}

/** How many times the limit of one network applies to the sum of all networks. */
const timesForAll = 3

/**
 * From the widest to the narrowest, so that a request that its network's limit rejects does not use up the recipient's
 * limit. Messages to one address are counted by network, and in three sums over all networks: known networks of the
 * owner, signed-in users who want to add the address, and all others. Otherwise one of the latter two could use up what
 * the owner needs.
 */
function sendLimits(
  { client }: SendSource,
  { identifier, caller }: Recipient,
  isOwnersNetwork: boolean,
): Record<'shared' | 'recipient', LimitUse[]> {
  const address = countedAddress(identifier)
  // An attacker who uses up a range of numbers does not block it for owners on known networks.
  const range = isOwnersNetwork ? 'known|' : ''
  const sum = isOwnersNetwork ? `known|${address}` : caller ? `signed-in|${address}` : address
  return {
    shared: [
      { name: 'sends_per_ip', key: client.prefix },
      { name: 'sends_per_project', key: '' },
      ...(identifier.kind === 'phone_number'
        ? [{ name: 'sends_per_phone_prefix' as const, key: `${range}${phonePrefix(identifier.key)}` }]
        : []),
    ],
    recipient: (['sends_per_address', 'sends_per_address_daily'] as const).flatMap((name): LimitUse[] => [
      { name, key: `${address}|${client.prefix}` },
      { name, key: sum, times: timesForAll },
    ]),
  }
}

/**
 * Messages of backends and operators are counted by address only, and apart from the others: a backend sends for many
 * people from one network, and must not use up what their sign-ins need.
 */
function adminLimits({ identifier }: Recipient): Record<'shared' | 'recipient', LimitUse[]> {
  const key = `admin|${countedAddress(identifier)}`
  return {
    shared: [],
    recipient: (['sends_per_address', 'sends_per_address_daily'] as const).map((name) => ({ name, key })),
  }
}

function countedAddress(identifier: Recipient['identifier']): string {
  return identifierText({ ...identifier, key: withoutTag(identifier.key) })
}

/** Removes a tag (RFC 5233): the sender can invent any number of them, and all lead to one mailbox. */
function withoutTag(key: string): string {
  return key.replace(/^([^+@]+)\+[^@]*@/, '$1@')
}
