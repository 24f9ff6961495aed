import { type AuditHead, sealAuditOnce, verifyAuditChain } from '@latchkey/server'
import { createClock } from '@latchkey/server/node'
import { counted, printJson } from '../admin/print.ts'
import { type CommandInput, manyOptions, UsageError } from '../command.ts'
import { readStoreConfig } from '../config/read-config.ts'
import { openStorage } from '../open-storage.ts'

interface Verified {
  project_id: string
  intact: boolean
  rows: number
  broken_at: number | null
  /** To be stored elsewhere: a later run verifies with `--head` that the chain still contains it. */
  head: string | null
  /** Rows that a running provider has not chained yet. They are not verified. */
  waiting: number
}

/** The largest number of waiting rows that is counted. A running provider chains them every few seconds. */
const mostWaiting = 10_000

/** Chains the waiting rows, then verifies the chain of each project from its first row. */
export async function runAuditVerify(input: CommandInput): Promise<number> {
  const heads = manyOptions(input, 'head').map(readHead)
  const storage = await openStorage(readStoreConfig(input.sources).database)
  try {
    await sealAuditOnce(storage, createClock(), `audit-verify-${process.pid}`)
    const projects: Verified[] = []
    const unsealed = await storage.audit.listUnsealed(mostWaiting)
    const missing = new Set(heads.map(textOf))
    for (const { id } of await storage.projects.list()) {
      const result = await verifyAuditChain(storage, id, heads)
      if (result.intact) for (const held of result.held) missing.delete(textOf(held))
      projects.push({
        project_id: id,
        intact: result.intact,
        rows: result.intact ? result.rows : result.brokenAt - 1,
        broken_at: result.intact ? null : result.brokenAt,
        head: result.intact && result.head ? textOf(result.head) : null,
        waiting: unsealed.filter(({ projectId }) => projectId === id).length,
      })
    }
    report(input, projects, [...missing])
    return missing.size === 0 && projects.every(({ intact }) => intact) ? 0 : 1
  } finally {
    await storage.close()
  }
}

function report({ terminal, options }: CommandInput, projects: Verified[], missing: string[]): void {
  if (options.json !== undefined) {
    printJson(terminal, { projects, heads_missing: missing })
    return
  }
  for (const { project_id, intact, rows, broken_at, head, waiting } of projects) {
    const state = intact
      ? `intact, ${counted(rows, 'row')}${head === null ? '' : `, head ${head}`}`
      : `broken at row ${broken_at}`
    terminal.out(`${project_id}  ${state}${waiting === 0 ? '' : `; not chained yet: ${waiting}`}\n`)
  }
  for (const head of missing) terminal.out(`No chain contains the head ${head}: rows were removed or rewritten.\n`)
}

function textOf({ seq, hash }: AuditHead): string {
  return `${seq}:${hash}`
}

function readHead(text: string): AuditHead {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? []
  if (seq === undefined || hash === undefined)
    throw new UsageError('--head must be <row>:<hash>, as printed by audit verify')
  return { seq: Number(seq), hash }
}
