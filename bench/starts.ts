import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { benchFolder, median, startServer } from '../e2e/http-load/server-process.ts'
import { freePort } from '../tools/test/free-port.ts'

const rounds = 7

export interface StartResult {
  what: string
  readyMs: number
  rssMegabytes: number
}

interface Started {
  port: number
  child: ChildProcess
  stop(): Promise<void>
}

/** From `spawn` to the first response, alternating, on an existing database. */
export async function measureStarts(scripts: { bareServer: string; provider: string }): Promise<StartResult[]> {
  const folder = benchFolder()
  const rows: { what: string; start(): Promise<Started>; ready: number[]; rss: number[] }[] = [
    { what: 'bare node:http + SQLite', start: () => startServer(scripts.bareServer, [':memory:']), ready: [], rss: [] },
    { what: 'provider, `serve`', start: () => startServing(scripts.provider, folder), ready: [], rss: [] },
  ]
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const row of rows) {
        const began = performance.now()
        const server = await row.start()
        await untilHealthy(server.port)
        const readyMs = performance.now() - began
        // The first round creates the database and warms up the file cache.
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

const masterKey = randomBytes(32).toString('base64')

/** The provider with its own command and production settings. */
async function startServing(script: string, folder: string): Promise<Started> {
  const port = await freePort()
  const child = spawn(process.execPath, [script, 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      LATCHKEY_BASE_URL: `http://localhost:${port}`,
      LATCHKEY_HOST: '127.0.0.1',
      LATCHKEY_PORT: String(port),
      LATCHKEY_DATABASE_URL: `sqlite:${join(folder, 'provider.db')}`,
      LATCHKEY_MASTER_KEY: masterKey,
      LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:25',
      LATCHKEY_MAIL_FROM: 'bench@provider.example',
      LATCHKEY_LOG_LEVEL: 'error',
    },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    port,
    child,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

async function untilHealthy(port: number): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/health`)
      await answer.arrayBuffer()
      if (answer.ok) return
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Linux only; elsewhere the column is empty. */
function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
  } catch {
    return Number.NaN
  }
}
