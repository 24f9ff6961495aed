import type { Vault } from '../../core/vault.ts'
import type { OutboxRecord } from '../../storage/records.ts'

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

/** The JSON text of the payload. */
export function openPayload(vault: Vault, row: OutboxRecord): string {
  return vault.open(row.payloadSealed, sealContext(row))
}

/** A sealed payload opens only in the row it was written for. */
function sealContext({ projectId, id }: Pick<OutboxRecord, 'projectId' | 'id'>): string {
  return `outbox:${projectId}:${id}`
}
