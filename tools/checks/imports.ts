// Checks that importing a published entry in Node has no side effects and keeps no process alive.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../bootstrap/run.mjs'
import { entriesOf } from './sources.ts'

/** Only the bundler of Next.js resolves the modules that it imports. */
const forBundlers = ['nextjs']

function publishedEntries(): string[] {
  const names = readdirSync(join(root, 'packages')).filter((name) => !forBundlers.includes(name))
  return names.flatMap((name) =>
    [...entriesOf(`packages/${name}`)]
      .filter(([, target]) => target.default)
      .map(([subpath]) => `@latchkey/${name}${subpath.slice(1)}`),
  )
}

/** Runs in a separate process, which timers and sockets would keep alive. The first of several entries is reported. */
const importQuietly = (entries: readonly string[]) => `
  // zod stores its registry in the global scope.
  const globals = () => Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith('__zod')).join()
  const listeners = () => process.eventNames().map((name) => [name, process.listenerCount(name)]).join()
  for (const entry of ${JSON.stringify(entries)}) {
    const before = [globals(), listeners()]
    await import(entry)
    if (globals() !== before[0]) console.log(entry + ' changes the global scope')
    if (listeners() !== before[1]) console.log(entry + ' listens to the process')
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
  const entries = publishedEntries()
  const complaints: string[] = []
  // One process for all entries; a process for each of them only finds the one that keeps it alive or throws.
  if ((await findProblems('all entries', importQuietly(entries))).length > 0)
    for (const entry of entries) complaints.push(...(await findProblems(entry, importQuietly([entry]))))
  complaints.push(...(await findProblems('@latchkey/client', createOutsideABrowser)))
  complaints.push(...(await findProblems('@latchkey/server', hashInAThread)))
  return complaints
}
