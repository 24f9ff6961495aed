// `npm start`: brings what running needs onto a bare machine, bundles the provider from source, and runs it here.
// Nothing but Node's own modules may be imported before the install.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const leastNode = [20, 19]

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])) return
  console.error(`Latchkey needs Node ${leastNode.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

function installedVersion(path) {
  const manifest = join(root, path, 'package.json')
  return existsSync(manifest) ? readJson(manifest).version : undefined
}

/** Is everything the lockfile wants at run time here, in its version? Nested packages count too. */
function isMissing() {
  return Object.entries(readJson(join(root, 'package-lock.json')).packages).some(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.dev || entry.optional || entry.devOptional) return false
    const installed = installedVersion(path)
    return entry.link ? installed === undefined : installed !== entry.version
  })
}

/** Somebody develops here: an install for running only would take their tools away. */
function hasDevelopmentTools() {
  return Object.keys(readJson(join(root, 'package.json')).devDependencies ?? {}).some((name) =>
    existsSync(join(root, 'node_modules', name)),
  )
}

function install() {
  const runOnly = hasDevelopmentTools() ? [] : ['--omit=dev']
  console.log('Installing what running needs; this happens once …')
  const { status, error } = spawnSync('npm', ['ci', ...runOnly, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  console.error(
    `The install failed${error ? `: ${error.message}` : ''}. Check the connection to the npm registry, then run npm start again.`,
  )
  process.exit(status ?? 1)
}

requireNode()
if (isMissing()) install()
const { bundleProvider } = await import(pathToFileURL(join(root, 'apps', 'provider', 'bundle.mjs')).href)
const main = await bundleProvider(join(root, 'node_modules', '.latchkey', 'provider'))
// In this process: signals and the exit code need nobody to pass them on.
await import(pathToFileURL(main).href)
