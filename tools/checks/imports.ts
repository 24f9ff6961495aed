// Checks that importing a published entry in Node has no side effects and keeps no process alive.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../bootstrap/run.mjs'
import { entriesOf } from './sources.ts'

function publishedEntries(): string[] {
  return readdirSync(join(root, 'packages')).flatMap((name) =>
    [...entriesOf(`packages/${name}`)]
      .filter(([, target]) => target.default)
      .map(([subpath]) => `@latchkey/${name}${subpath.slice(1)}`),
  )
}

/** Runs in a separate process, which timers and sockets would keep alive. */
const importQuietly = (entry: string) => `
  // zod stores its registry in the global scope.
  const globals = () => Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith('__zod')).join()
  const before = globals()
  const listeners = process.eventNames().map((name) => [name, process.listenerCount(name)]).join()
  await import('${entry}')
  if (globals() !== before) console.log('changes the global scope')
  if (process.eventNames().map((name) => [name, process.listenerCount(name)]).join() !== listeners) {
    console.log('listens to the process')
  }`

const createOutsideABrowser = `
  const { createClient, isLatchkeyError } = await import('@latchkey/client')
  try { createClient('public-token-test-1'); console.log('a client was created outside a browser') }
  catch (error) {
    if (!isLatchkeyError(error) || error.name !== 'UsageError') console.log('not a usage error: ' + error)
  }`

/** Password threads load a file of their own, which must be in the compiled package. */
const hashInAThread = `
  const { createPasswordEngine } = await import('@latchkey/server')
  const engine = createPasswordEngine({ random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) } })
  if (!(await engine.hash('password')).startsWith('$argon2id$')) console.log('a password thread computes no hash')
  await engine.close()`

async function findProblems(what: string, script: string): Promise<string[]> {
  // Not `--input-type=module`: threads inherit the option, and Node 20 rejects it for a file.
  const work = run(process.execPath, ['--eval', `(async () => {${script}\n})()`], {
    quiet: true,
    // The folder that can resolve all packages.
    cwd: join(root, 'packages', 'testkit'),
  })
  const overdue = new Promise<{ code: number; output: string }>((resolve) => {
    setTimeout(() => resolve({ code: 1, output: 'does not exit' }), 20_000).unref()
  })
  const { code, output } = await Promise.race([work, overdue])
  return code === 0 && output === '' ? [] : [`${what}: ${output.trim() || `exit code ${code}`}`]
}

export async function checkImports(): Promise<string[]> {
  const complaints: string[] = []
  for (const entry of publishedEntries()) complaints.push(...(await findProblems(entry, importQuietly(entry))))
  complaints.push(...(await findProblems('@latchkey/client', createOutsideABrowser)))
  complaints.push(...(await findProblems('@latchkey/server', hashInAThread)))
  return complaints
}
