// Installs npm packages: all of them, or only those that running the provider needs.
// Imports only built-in modules of Node, because it runs before the install.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)

export function requireNode() {
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Latchkey needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

function installedVersion(path) {
  const manifest = `${path}/package.json`
  return existsSync(join(root, manifest)) ? readJson(manifest).version : undefined
}

/** Whether all packages of the lockfile are installed. Optional packages may be for another platform. */
function isInstalled(isForRunning) {
  return Object.entries(readJson('package-lock.json').packages).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.optional || entry.devOptional) return true
    if (isForRunning && entry.dev) return true
    const installed = installedVersion(path)
    return entry.link ? installed !== undefined : installed === entry.version
  })
}

/** Whether development dependencies are installed: `--omit=dev` would remove them. */
function hasDevelopmentTools() {
  return Object.keys(readJson('package.json').devDependencies).some((name) =>
    existsSync(join(root, 'node_modules', name)),
  )
}

/** Installs all packages, or only those that running the provider needs. */
export async function installPackages({ forRunning = false } = {}) {
  if (isInstalled(forRunning)) return
  console.log(forRunning ? 'Installing the packages of the provider (first start only) …' : 'Installing packages …')
  const only = forRunning && !hasDevelopmentTools() ? ['--omit=dev'] : []
  const { code } = await run('npm', ['ci', ...only, '--no-audit', '--no-fund', '--loglevel=error'])
  if (code === 0) return
  console.error('The install failed. Check the connection to the npm registry, then try again.')
  process.exit(code)
}
