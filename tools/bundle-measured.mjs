// What `npm run bench` weighs and puts on a page: bundles as a host application would make them.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleChunks, bundleStandalone } from './bundle-standalone.mjs'
import { root } from './run.mjs'

/** How a host application on React asks for each. */
const asked = {
  client: "export * from '@latchkey/client'",
  'create-client': "export { createClient } from '@latchkey/client'",
  'otps-and-sessions': "export { createContext, createOtps, createSessions } from '@latchkey/client'",
  hooks: "export { createClient } from '@latchkey/client'; export * from '@latchkey/react'",
  login: `
    export { createClient } from '@latchkey/client'
    export { LatchkeyProvider } from '@latchkey/react'
    export { Login } from '@latchkey/widgets'`,
}

/** Writes a folder for each into `outdir`, and `first-load.json`: which of its files a page fetches at once. */
export async function bundleMeasured(outdir) {
  await rm(join(root, outdir), { recursive: true, force: true })
  const firstLoad = {}
  for (const [name, code] of Object.entries(asked)) {
    const bundle = await bundleChunks({
      input: { host: 'host' },
      outdir: join(outdir, name),
      plugins: [host(code)],
      hasScreens: code.includes('@latchkey/widgets'),
      // The host application has it already.
      external: [/^react(-dom)?(\/|$)/],
      write: true,
    })
    firstLoad[name] = bundle.firstLoad
  }
  firstLoad.standalone = (await bundleStandalone(join(outdir, 'standalone'))).firstLoad
  await writeFile(join(root, outdir, 'first-load.json'), JSON.stringify(firstLoad))
}

/** A host application's only module. It stands where every package of ours can be resolved from. */
function host(code) {
  const id = join(root, 'packages', 'elements', 'host.ts')
  return {
    name: 'host',
    resolveId: (specifier) => (specifier === 'host' ? id : null),
    load: (path) => (path === id ? code : null),
  }
}
