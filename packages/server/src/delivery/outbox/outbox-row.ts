import type { Clock, Random } from '../../core/clock-and-random.ts'
import type { Vault } from '../../core/vault.ts'
import type { OutboxRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import type { Message } from '../delivery.ts'

type NewRow = Pick<OutboxRecord, 'projectId' | 'id' | 'channel' | 'idempotencyKey' | 'createdAt' | 'expiresAt'>

/** A row that is due at once. The payload is sealed, because it contains recipients, codes and links. */
export function newOutboxRow(vault: Vault, row: NewRow, payload: object): OutboxRecord {
  return {
    ...row,
    payloadSealed: vault.seal(JSON.stringify(payload), sealContext(row)),
    state: 'queued',
    attempts: 0,
    unanswered: 0,
    nextAttemptAt: row.createdAt,
    leasedUntil: null,
  }
}

interface Queued {
  expiresAt: number
  idempotencyKey: string
  purpose?: string | undefined
  /** The trace that the message belongs to. */
  queuedBy?: string | undefined
}

/** Adds a message to a transaction. The worker of a provider sends it after the commit. */
export async function enqueueMessage(
  tx: Pick<StorageVerbs, 'outbox'>,
  { vault, clock, random }: { vault: Vault; clock: Clock; random: Random },
  projectId: string,
  message: Message,
  { expiresAt, idempotencyKey, purpose, queuedBy }: Queued,
): Promise<void> {
  const id = `outbox-${Buffer.from(random.bytes(16)).toString('hex')}`
  const row = { projectId, id, channel: message.channel, idempotencyKey, createdAt: clock.now(), expiresAt }
  await tx.outbox.enqueue(newOutboxRow(vault, row, { ...message, purpose, queuedBy }))
}

/** The JSON text of the payload. */
export function openPayload(vault: Vault, row: OutboxRecord): string {
  return vault.open(row.payloadSealed, sealContext(row))
}

/** A sealed payload opens only in the row it was written for. */
function sealContext({ projectId, id }: Pick<OutboxRecord, 'projectId' | 'id'>): string {
  return `outbox:${projectId}:${id}`
}
