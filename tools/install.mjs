// Brings what the tests need onto a bare machine: npm's packages, and a Chromium.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)

export function requireNode() {
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Latchkey needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** Is every package of the lockfile that belongs on this platform installed in its version? */
function isInstalled() {
  const installedFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return false
  const installed = packagesOf(installedFile)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') || entry.optional || entry.link || installed[path]?.version === entry.version,
  )
}

export async function installPackages() {
  if (isInstalled()) return
  console.log('Installing packages …')
  const { code } = await run('npm', ['ci', '--no-audit', '--no-fund'])
  if (code !== 0) process.exit(code)
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
