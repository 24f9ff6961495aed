// Brings what running and testing need onto a bare machine: npm's packages, and a Chromium.
// Nothing but Node's own modules may be imported here: it runs before the install.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
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

/** Is everything the lockfile wants here, in its version? What is optional may be for another platform. */
function isInstalled(isForRunning) {
  return Object.entries(readJson('package-lock.json').packages).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.optional || entry.devOptional) return true
    if (isForRunning && entry.dev) return true
    const installed = installedVersion(path)
    return entry.link ? installed !== undefined : installed === entry.version
  })
}

/** Somebody develops here: an install for running only would take their tools away. */
function hasDevelopmentTools() {
  return Object.keys(readJson('package.json').devDependencies).some((name) =>
    existsSync(join(root, 'node_modules', name)),
  )
}

/** Everything, or only what running needs. */
export async function installPackages({ forRunning = false } = {}) {
  if (isInstalled(forRunning)) return
  console.log(forRunning ? 'Installing what running needs; this happens once …' : 'Installing packages …')
  const only = forRunning && !hasDevelopmentTools() ? ['--omit=dev'] : []
  const { code } = await run('npm', ['ci', ...only, '--no-audit', '--no-fund', '--loglevel=error'])
  if (code === 0) return
  console.error('The install failed. Check the connection to the npm registry, then try again.')
  process.exit(code)
}

const browsers = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function findChromium() {
  return browsers.find((path) => {
    if (!path) return false
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** The path of a Chromium, installed by the system's package manager where that can be done without asking. */
export async function installChromium() {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version')) {
    console.log('Installing Chromium …')
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env, quiet: true })
    const { code, output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      env,
      quiet: true,
    })
    const installed = findChromium()
    if (installed) return installed
    console.error(output)
    process.exit(code || 1)
  }
  console.error('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to where it is.')
  process.exit(1)
}
