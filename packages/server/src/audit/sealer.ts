import type { Clock } from '../core/clock-and-random.ts'
import { sha256Hex } from '../core/hash.ts'
import type { AuditRecord } from '../storage/records.ts'
import type { Storage, StorageVerbs } from '../storage/storage.ts'

const leaseName = 'audit-sealer'
const leaseMs = 30_000
const batchSize = 500
/** The previous hash of the first row of a chain. */
const genesis = '0'.repeat(64)

/**
 * Chains the rows that were added since the last call, and returns their number. The lease is acquired inside the
 * transaction, so that two sealers never see the same end of a chain.
 */
export async function sealAudit(storage: Storage, clock: Clock, holder: string): Promise<number> {
  return storage.transaction(async (tx) => {
    if (!(await tx.leases.acquire(leaseName, holder, leaseMs, clock.now()))) return 0
    const rows = await tx.audit.listUnsealed(batchSize)
    const ends = new Map<string, { seq: number; hash: string }>()
    const sealed: { projectId: string; id: string; seq: number; prevHash: string; hash: string }[] = []
    for (const row of rows) {
      const end = ends.get(row.projectId) ?? (await readChainEnd(tx, row.projectId))
      const seq = end.seq + 1
      const hash = chainHash(row, seq, end.hash)
      sealed.push({ projectId: row.projectId, id: row.id, seq, prevHash: end.hash, hash })
      ends.set(row.projectId, { seq, hash })
    }
    if (sealed.length > 0) await tx.audit.seal(sealed)
    return sealed.length
  })
}

/** For a single run, such as a command: seals all rows, unless another sealer holds the lease, and releases the lease. */
export async function sealAuditOnce(storage: Storage, clock: Clock, holder: string): Promise<void> {
  while ((await sealAudit(storage, clock, holder)) > 0);
  await storage.leases.release(leaseName, holder)
}

async function readChainEnd(tx: StorageVerbs, projectId: string): Promise<{ seq: number; hash: string }> {
  const last = await tx.audit.getLastSealed(projectId)
  return { seq: last?.seq ?? 0, hash: last?.hash ?? genesis }
}

/** Hashes every field in a fixed order, with the position in the chain and the previous hash. */
function chainHash(row: AuditRecord, seq: number, prevHash: string): string {
  return sha256Hex(
    JSON.stringify([
      ...[prevHash, seq, row.projectId, row.id, row.at, row.actorKind, row.actorId, row.impersonator, row.event],
      ...[row.targetId, row.result, row.errorType, row.ipPrefix, row.userAgentHash, row.requestId],
    ]),
  )
}

/** The end of a chain at some time. Stored elsewhere, it proves whether earlier rows were changed or removed. */
export interface AuditHead {
  seq: number
  hash: string
}

/** `head` is null for an empty chain; `held` are those of the given heads that are part of the chain. */
export type AuditChainResult =
  | { intact: true; rows: number; head: AuditHead | null; held: AuditHead[] }
  | { intact: false; brokenAt: number }

/**
 * Verifies a project's chain from its first row, and returns the position of the first mismatch. A chain that was
 * truncated, or rewritten from the start, is consistent: only an earlier head reveals it.
 */
export async function verifyAuditChain(
  storage: Pick<Storage, 'audit'>,
  projectId: string,
  heads: readonly AuditHead[] = [],
): Promise<AuditChainResult> {
  const held: AuditHead[] = []
  let seq = 0
  let hash = genesis
  for (;;) {
    const rows = await storage.audit.list(projectId, { afterSeq: seq, limit: batchSize })
    for (const row of rows) {
      const isNext = row.seq === seq + 1 && row.prevHash === hash
      if (!isNext || row.hash !== chainHash(row, seq + 1, hash)) return { intact: false, brokenAt: seq + 1 }
      seq += 1
      hash = row.hash
      held.push(...heads.filter((head) => head.seq === seq && head.hash === hash))
    }
    if (rows.length < batchSize) return { intact: true, rows: seq, head: seq === 0 ? null : { seq, hash }, held }
  }
}
