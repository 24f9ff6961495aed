// `npm start`: brings what running needs onto a bare machine, bundles the provider from source, and runs it here.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages, requireNode } from './install.mjs'
import { root } from './run.mjs'

requireNode()
await installPackages({ forRunning: true })
const { bundleProviderOnce } = await import('./bundle-provider.mjs')
const [first = 'dev'] = process.argv.slice(2)
// `dev` is the default command: options alone belong to it.
const command = first.startsWith('-') && first !== '--help' ? 'dev' : first
const main = await bundleProviderOnce(join(root, 'node_modules', '.latchkey', 'provider'), command)
// esbuild keeps a process at hand for the next build; there is none.
await (await import('esbuild')).stop()
// In this process: signals and the exit code need nobody to pass them on.
await import(pathToFileURL(main).href)
