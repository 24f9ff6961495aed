import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Callers } from './race.suite.ts'
import type { FromChild, ToChild } from './race-child.suite.ts'

/** Below the node_modules of this package, so that Node finds the packages that are not bundled. */
const folder = fileURLToPath(new URL('../../../node_modules/.cache/latchkey', import.meta.url))

export interface ChildScript {
  path: string
  remove(): void
}

/** Bundles the script into one JavaScript file, because Node 20 does not run TypeScript. */
export async function bundleChild(entry: string): Promise<ChildScript> {
  mkdirSync(folder, { recursive: true })
  const path = `${folder}/${entry}-${process.pid}.mjs`
  await build({
    entryPoints: [fileURLToPath(new URL(`./${entry}.suite.ts`, import.meta.url))],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Read from one file, the query builder's two hundred are not looked for at each of many starts.
    external: ['@photostructure/sqlite', 'pg'],
    conditions: ['@latchkey/source'],
  })
  return { path, remove: () => rmSync(path, { force: true }) }
}

export interface ChildCallers extends Callers {
  stop(): Promise<void>
}

/** Callers in a separate process, on the same database. */
export async function forkCallers(
  script: ChildScript,
  engine: string,
  location: string,
  name: string,
): Promise<ChildCallers> {
  const child = fork(script.path, [engine, location, name])
  await next(child)
  return {
    async ready(task, width) {
      await ask(child, { ready: { task, width } })
    },
    async go(at) {
      const answer = await ask(child, { go: at })
      if (!('outcome' in answer)) throw new Error('The child answered out of turn.')
      return answer.outcome
    },
    async stop() {
      const exit = once(child, 'exit')
      child.send({ stop: true } satisfies ToChild)
      await exit
    },
  }
}

function ask(child: ChildProcess, message: ToChild): Promise<FromChild> {
  child.send(message)
  return next(child)
}

async function next(child: ChildProcess): Promise<FromChild> {
  const waiting = new AbortController()
  const exit = once(child, 'exit', waiting).then(([code]) => {
    throw new Error(`The child has ended with ${code}.`)
  })
  // Whichever comes second is aborted below.
  exit.catch(() => {})
  try {
    const [message] = await Promise.race([once(child, 'message', waiting), exit])
    return message as FromChild
  } finally {
    waiting.abort()
  }
}
