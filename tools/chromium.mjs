// Finds a Chromium for the browser tests, or installs one.
// Imports only built-in modules of Node, because it runs before the install.
import { accessSync, constants, existsSync } from 'node:fs'
import { run } from './run.mjs'

/** Prefers the headless shell: the same engine with half the CPU time. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const browsers = [
  process.env.CHROMIUM_PATH,
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export const findChromium = () => browsers.find((path) => path && isProgram(path))

/** A desktop Chromium, if there is one. */
export const findDesktopChromium = () => browsers.slice(2).find(isProgram)

const mayUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version')

async function installByApt(name) {
  console.log(`Installing ${name} …`)
  await run('apt-get', ['update', '-qq'], { quiet: true })
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, quiet: true })
}

/** A desktop Chromium, installed if that needs no confirmation. */
export async function installDesktopChromium() {
  if (!findDesktopChromium() && mayUseApt()) await installByApt('chromium')
  return findDesktopChromium()
}

/** The path of a Chromium, installed by the system's package manager if that needs no confirmation. */
export async function installChromium() {
  if (!process.env.CHROMIUM_PATH && !isProgram(headlessShell) && mayUseApt()) {
    // Older releases of the system have no package for the headless shell.
    const shell = await installByApt('chromium-headless-shell')
    const { code, output } = shell.code === 0 || findChromium() ? shell : await installByApt('chromium')
    if (!findChromium()) {
      console.error(output)
      process.exit(code || 1)
    }
  }
  const found = findChromium()
  if (found) return found
  console.error('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to where it is.')
  process.exit(1)
}
