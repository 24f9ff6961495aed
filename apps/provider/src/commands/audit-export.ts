import { type Storage, sealAuditOnce } from '@latchkey/server'
import { createClock } from '@latchkey/server/node'
import { findProject } from '../admin/administer.ts'
import { jsonLine } from '../admin/print.ts'
import { type CommandInput, manyOptions, oneOption, timeOption, UsageError } from '../command.ts'
import { readStoreConfig } from '../config/read-config.ts'
import { openStorage } from '../open-storage.ts'

type AuditRow = Awaited<ReturnType<Storage['audit']['list']>>[number]

/** Rows per query. */
const pageRows = 500

/** Writes the audit log as NDJSON, page by page, so that the memory does not grow with the log. */
export async function runAuditExport(input: CommandInput): Promise<number> {
  const isSelected = readFilter(input)
  const afterSeq = readAfter(input)
  const projectOption = oneOption(input, 'project')
  if (afterSeq > 0 && projectOption === undefined)
    throw new UsageError('--after needs a project: its rows are counted per project. Choose one with --project.')
  const storage = await openStorage(readStoreConfig(input.sources).database)
  try {
    await sealAuditOnce(storage, createClock(), `audit-export-${process.pid}`)
    const projects =
      projectOption === undefined ? await storage.projects.list() : [await findProject(storage, projectOption)]
    for (const { id } of projects) {
      for await (const page of pagesOf(storage, id, afterSeq)) {
        const text = page.filter(isSelected).map(lineOf).join('')
        if (text === '') continue
        input.terminal.out(text)
        if (!(await input.terminal.flushed())) return 1
      }
    }
    return 0
  } finally {
    await storage.close()
  }
}

async function* pagesOf(storage: Storage, projectId: string, afterSeq: number): AsyncGenerator<AuditRow[]> {
  for (let seq = afterSeq; ; ) {
    const page = await storage.audit.list(projectId, { afterSeq: seq, limit: pageRows })
    yield page
    if (page.length < pageRows) return
    seq = page.at(-1)?.seq ?? seq
  }
}

/**
 * `hash` is the SHA-256 of the first fifteen values as a JSON array without spaces, so that the chain can be verified
 * with other tools.
 */
function lineOf(row: AuditRow): string {
  return jsonLine({
    prev_hash: row.prevHash,
    seq: row.seq,
    project_id: row.projectId,
    id: row.id,
    at: row.at,
    actor_kind: row.actorKind,
    actor_id: row.actorId,
    impersonator: row.impersonator,
    event: row.event,
    target_id: row.targetId,
    result: row.result,
    error_type: row.errorType,
    ip_prefix: row.ipPrefix,
    user_agent_hash: row.userAgentHash,
    request_id: row.requestId,
    hash: row.hash,
    time: new Date(row.at).toISOString(),
  })
}

function readFilter(input: CommandInput): (row: AuditRow) => boolean {
  const since = timeOption(input, 'since') ?? Number.NEGATIVE_INFINITY
  const until = timeOption(input, 'until') ?? Number.POSITIVE_INFINITY
  const events = new Set(manyOptions(input, 'event'))
  return ({ at, event }) => at >= since && at < until && (events.size === 0 || events.has(event))
}

function readAfter(input: CommandInput): number {
  const text = oneOption(input, 'after')?.trim() ?? '0'
  if (!/^\d{1,15}$/.test(text)) throw new UsageError('--after must be the seq of a row of an earlier export')
  return Number(text)
}
