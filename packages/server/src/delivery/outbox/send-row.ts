import type { Span } from '../../core/tracing.ts'
import type { OutboxRecord } from '../../storage/records.ts'
import { DeliveryError, type Message } from '../delivery.ts'
import { untilAborted } from '../until-aborted.ts'
import { backoffMs } from './backoff.ts'
import { holdLease, type Lease } from './lease.ts'
import { loggedReason, type OutboxDeps } from './outbox-deps.ts'
import { openPayload } from './outbox-row.ts'

const sendTimeoutMs = 30_000
/** A repeat is the last attempt, so it waits longer, but less than the five minutes after which `fetch` fails. */
const repeatTimeoutMs = 240_000
/** How long to wait for the response to a message that the carrier has. Less leads to copies (RFC 5321 §4.5.3.2.6). */
const answerTimeoutMs = 600_000

/** The payload of a message to a user. */
type QueuedMessage = Message & { purpose?: string; queuedBy?: string }

/** One attempt to send a row, and what is known when it ends. */
interface Attempt {
  row: OutboxRecord
  /** A message to a user whose previous attempt got no response. It is the last attempt. */
  isRepeat: boolean
  lease: Lease
  /** The carrier has the whole message. */
  isHandedOver: boolean
  to: string
  purpose: string | null
  span: Span
}

/** Sends one leased row and stores the outcome. Rejects only if the outcome cannot be stored. */
export async function sendRow(
  deps: OutboxDeps,
  row: OutboxRecord,
  { isCarrierBusy, stopping, span }: { isCarrierBusy: boolean; stopping: AbortSignal; span: Span },
): Promise<void> {
  // A repeated notice to a client application is harmless. A message to a user is repeated at most once.
  const isToUser = row.channel !== 'http'
  if (isToUser && row.unanswered > 1) return giveUp(deps, { row, purpose: null }, 'the worker died')
  const isRepeat = isToUser && row.unanswered > 0
  const lease = holdLease(deps, row, { timeoutMs: isRepeat ? repeatTimeoutMs : sendTimeoutMs, stopping })
  const attempt: Attempt = { row, isRepeat, lease, isHandedOver: false, to: '', purpose: null, span }
  try {
    if (isCarrierBusy) throw new DeliveryError('too many messages wait for this carrier', { permanent: false })
    await (isToUser ? sendMessage(deps, attempt) : sendNotice(deps, attempt))
  } catch (error) {
    await lease.end()
    return storeFailure(deps, attempt, error, stopping.aborted)
  }
  await lease.end()
  deps.onOutcome?.(row.channel, 'accepted', attempt.purpose)
  await deps.storage.outbox.markDelivered(row.projectId, row.id, deps.clock.now())
  deps.logger?.info(logFields(row), 'delivered')
}

async function sendMessage({ delivery, vault }: OutboxDeps, attempt: Attempt): Promise<void> {
  const { row, lease, span } = attempt
  const { signal } = lease
  const { purpose = null, queuedBy, ...message } = JSON.parse(openPayload(vault, row)) as QueuedMessage
  if (queuedBy !== undefined) span.link(queuedBy)
  attempt.purpose = purpose
  attempt.to = message.to
  const onHandedOver = (): void => {
    attempt.isHandedOver = true
    lease.extend(answerTimeoutMs)
  }
  await untilAborted(delivery.send(message, { idempotencyKey: row.idempotencyKey, signal, onHandedOver }), signal)
}

async function sendNotice({ notices, vault }: OutboxDeps, { row, lease }: Attempt): Promise<void> {
  const { signal } = lease
  const payload = openPayload(vault, row)
  await untilAborted(notices?.(payload, { idempotencyKey: row.idempotencyKey, signal }) ?? Promise.resolve(), signal)
}

/** Decides whether the message is sent again: not after a permanent rejection, a second unknown outcome, or its expiry. */
async function storeFailure(deps: OutboxDeps, attempt: Attempt, error: unknown, isStopping: boolean): Promise<void> {
  const { storage, clock, random, logger, onOutcome } = deps
  const { row, isRepeat, lease, isHandedOver, purpose } = attempt
  const now = clock.now()
  if (error instanceof DeliveryError && error.permanent) return storeRejection(deps, attempt, error, now)
  const isAnswered = error instanceof DeliveryError && error.isAnswer
  const isUnanswered = lease.isOver() || (isHandedOver && !isAnswered)
  const fields = { ...logFields(row), reason: loggedReason(error) }
  if (isRepeat && isUnanswered) return giveUp(deps, attempt, fields.reason)
  // A send that stop() aborted did not fail: the next worker may send it at once.
  const nextAttemptAt = isStopping ? now : now + backoffMs(row.attempts, random)
  if (nextAttemptAt >= row.expiresAt) {
    onOutcome?.(row.channel, 'failed', purpose)
    logger?.warn(fields, 'delivery given up: the message would expire before the next attempt')
    return storage.outbox.markFailed(row.projectId, row.id, now)
  }
  // A send that stop() aborted says nothing about the health of the carrier.
  if (!isStopping) onOutcome?.(row.channel, 'retried', purpose)
  logger?.warn(fields, 'delivery failed, trying again')
  return storage.outbox.retry(row.projectId, row.id, nextAttemptAt, isUnanswered ? 'unanswered' : undefined)
}

async function storeRejection(
  { storage, logger, onOutcome }: OutboxDeps,
  { row, to, purpose }: Attempt,
  { message, suppression }: DeliveryError,
  now: number,
): Promise<void> {
  onOutcome?.(row.channel, 'rejected', purpose)
  logger?.warn({ ...logFields(row), reason: message }, 'delivery rejected permanently')
  // The next request for a message to this address gets an error, because the message would not arrive.
  if (suppression !== null && to !== '' && row.channel !== 'http')
    await storage.suppressions.add({ channel: row.channel, address: to, reason: suppression, createdAt: now })
  return storage.outbox.markFailed(row.projectId, row.id, now)
}

/** After a repeat without a response: a third message could be a third copy. */
function giveUp(
  { storage, clock, logger, onOutcome }: OutboxDeps,
  { row, purpose }: Pick<Attempt, 'row' | 'purpose'>,
  reason: string,
): Promise<void> {
  onOutcome?.(row.channel, 'failed', purpose)
  logger?.warn({ ...logFields(row), reason }, 'delivery outcome unknown after a repeat: not retried')
  return storage.outbox.markFailed(row.projectId, row.id, clock.now())
}

function logFields({ projectId, id, channel, attempts }: OutboxRecord): Record<string, unknown> {
  return { project_id: projectId, outbox_id: id, channel, attempt: attempts }
}
