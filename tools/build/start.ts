// `npm start`: bundles the provider from source and runs it.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stop } from 'esbuild'
import { root } from '../bootstrap/run.mjs'
import { bundleProviderOnce } from './bundle-provider.ts'

const [first = 'dev'] = process.argv.slice(2)
// `dev` is the default command, also if only options are given.
const command = first.startsWith('-') && first !== '--help' ? 'dev' : first
const main = await bundleProviderOnce(join(root, 'node_modules', '.latchkey', 'provider'), command)
// Stops the esbuild service, because no other build follows.
await stop()
// Imported into this process, so that signals and the exit code need no forwarding.
await import(pathToFileURL(main).href)
