import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DevelopmentOptions } from '@latchkey/server/dev'

/** Defined by the bundler for bundles in the repository, where the site is not next to the bundle. */
declare const __LATCHKEY_DOCS__:
  | {
      folder: string
      /** The script that builds the site, for a bundle that may build it. */
      script?: string
    }
  | undefined

/** The documentation site: part of the published package, built with the first request in the repository. */
export function documentation(): NonNullable<DevelopmentOptions['documentation']> {
  if (typeof __LATCHKEY_DOCS__ !== 'object') return { folder: fileURLToPath(new URL('./docs/', import.meta.url)) }
  const { folder, script } = __LATCHKEY_DOCS__
  return { folder, ...(script === undefined ? {} : { build: () => buildInBackground(script) }) }
}

/** In a process of low priority, so that the provider stays fast. */
function buildInBackground(script: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, '--background'], { stdio: 'ignore' })
    const stop = (): void => void child.kill()
    process.once('exit', stop)
    const ended = (isBuilt: boolean): void => {
      process.off('exit', stop)
      resolve(isBuilt)
    }
    child.on('error', () => ended(false))
    child.on('close', (code) => ended(code === 0))
  })
}
