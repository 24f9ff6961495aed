// Finds a Chromium for the browser tests, or installs one.
import { accessSync, constants, existsSync } from 'node:fs'
import { run } from '../bootstrap/run.mjs'

/** Prefers the headless shell: the same engine with half the CPU time. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const browsers = [
  process.env.CHROMIUM_PATH ?? '',
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of an installed Chromium, or undefined. */
export const findChromium = (): string | undefined => browsers.find((path) => path && isProgram(path))

/** A desktop Chromium, which has features that the headless shell lacks, if there is one. */
export const findDesktopChromium = (): string | undefined => browsers.slice(2).find(isProgram)

const mayUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version')

async function installByApt(name: string): Promise<{ code: number; output: string }> {
  console.log(`Installing ${name} …`)
  await run('apt-get', ['update', '-qq'], { quiet: true })
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, quiet: true })
}

/** A desktop Chromium, installed if that needs no confirmation. */
export async function installDesktopChromium(): Promise<string | undefined> {
  if (!findDesktopChromium() && mayUseApt()) await installByApt('chromium')
  return findDesktopChromium()
}

/** The path of a Chromium, installed by the system's package manager if that needs no confirmation. */
export async function installChromium(): Promise<string> {
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
