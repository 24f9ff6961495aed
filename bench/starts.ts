import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { benchFolder, median, startServer } from './server-process.ts'

const rounds = 7

export interface StartResult {
  what: string
  readyMs: number
  rssMegabytes: number
}

/** From `spawn` to the first answered request, alternating, each time on a database that exists already. */
export async function measureStarts(scripts: { bareServer: string; providerServer: string }): Promise<StartResult[]> {
  const folder = benchFolder()
  const rows = [
    { what: 'bare node:http + SQLite', script: scripts.bareServer, args: [':memory:'], ready: [], rss: [] },
    { what: 'provider', script: scripts.providerServer, args: [join(folder, 'provider.db')], ready: [], rss: [] },
  ] as { what: string; script: string; args: string[]; ready: number[]; rss: number[] }[]
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const row of rows) {
        const started = performance.now()
        const server = await startServer(row.script, row.args)
        await fetch(`http://127.0.0.1:${server.port}/health`).then((answer) => answer.arrayBuffer())
        const readyMs = performance.now() - started
        // The first round only makes the database and warms the file cache.
        if (round > 0) {
          row.ready.push(readyMs)
          row.rss.push(residentMegabytes(server.child.pid ?? 0))
        }
        await server.stop()
      }
    }
    return rows.map(({ what, ready, rss }) => ({ what, readyMs: median(ready), rssMegabytes: median(rss) }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Linux only; elsewhere the column stays empty. */
function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
  } catch {
    return Number.NaN
  }
}
