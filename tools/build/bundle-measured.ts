// Bundles for `npm run bench`, built as a host application would build them.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'
import { root } from '../bootstrap/run.mjs'
import { bundleB2bStandalone, bundleChunks, bundleStandalone, type Chunks } from './bundle-standalone.ts'

/** The import of each entry in a host application with React. */
const asked = {
  client: "export * from '@latchkey/client'",
  'create-client': "export { createClient } from '@latchkey/client'",
  'create-b2b-client': "export { createB2bClient } from '@latchkey/client/b2b'",
  'otps-and-sessions': "export { createContext, createOtps, createSessions } from '@latchkey/client'",
  hooks: `
    export { createClient } from '@latchkey/client'
    export { LatchkeyProvider, useClient, useIsAuthorized, useSession, useUser } from '@latchkey/react'`,
  'b2b-hooks': "export { createB2bClient } from '@latchkey/client/b2b'; export * from '@latchkey/react/b2b'",
  gates: "export { createClient } from '@latchkey/client'; export * from '@latchkey/react'",
  backend: "export { createBackend } from '@latchkey/backend'",
  jose: "export { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'",
  login: `
    export { createClient } from '@latchkey/client'
    export { LatchkeyProvider } from '@latchkey/react'
    export { Login } from '@latchkey/widgets'`,
  'b2b-login': `
    export { createB2bClient } from '@latchkey/client/b2b'
    export { B2bLogin } from '@latchkey/widgets/b2b'`,
}

/** Pages of such an application, including React: one with the widget, and one with a minimal form. */
const pages = {
  'react-login': `
    import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    import { createClient } from '@latchkey/client'
    import { Login } from '@latchkey/widgets'
    const client = createClient('public-token-test-1', { domains: { testApi: location.origin } })
    createRoot(document.querySelector('#login')).render(createElement(Login, { client }))`,
  'react-form': `
    import { createElement as h, useState } from 'react'
    import { createRoot } from 'react-dom/client'
    function Form() {
      const [email, setEmail] = useState('')
      return h('form', null,
        h('label', { htmlFor: 'email' }, 'Email'),
        h('input', { id: 'email', type: 'email', value: email, onChange: (event) => setEmail(event.target.value) }),
        h('button', null, 'Continue'))
    }
    createRoot(document.querySelector('#login')).render(h(Form))`,
}

/** Writes a folder for each into `outdir`, and `files.json` with the files that count: those of the first load. */
export async function bundleMeasured(outdir: string): Promise<void> {
  await rm(join(root, outdir), { recursive: true, force: true })
  const files: Record<string, string[]> = {}
  for (const [name, code] of Object.entries(asked)) {
    const bundle = await bundleChunks({
      input: { host: 'host' },
      outdir: join(outdir, name),
      plugins: [host(code)],
      hasScreens: code.includes('@latchkey/widgets'),
      // Part of the host application.
      external: [/^react(-dom)?(\/|$)/],
      write: true,
    })
    files[name] = bundle.firstLoad
  }
  for (const [name, code] of Object.entries(pages)) {
    await bundleChunks({ input: { [name]: 'host' }, outdir: join(outdir, 'pages'), plugins: [host(code)], write: true })
  }
  const standalone = await bundleStandalone(join(outdir, 'standalone'))
  files.standalone = standalone.firstLoad
  // All code of the widgets, also lazy chunks, but not the phone metadata.
  const ours = [...standalone.chunks.values()]
    .filter(({ moduleIds }) => !moduleIds?.some((id) => id.includes('libphonenumber')))
    .map(({ fileName }) => fileName)
  const reached = reachedFrom(standalone)
  files['standalone-login-reset'] = ours.filter((name) => reached.has(name))
  files['standalone-others'] = ours.filter((name) => !reached.has(name))
  const business = await bundleB2bStandalone(join(outdir, 'b2b-standalone'))
  files['b2b-standalone'] = business.firstLoad
  const businessReached = reachedFrom(business, [...others, otherBusinessMethods])
  files['b2b-standalone-all'] = [...business.chunks.values()]
    .filter(({ moduleIds }) => !moduleIds?.some((id) => id.includes('libphonenumber')))
    .flatMap(({ fileName }) => (businessReached.has(fileName) ? [fileName] : []))
  await writeFile(join(root, outdir, 'files.json'), JSON.stringify(files))
}

/** Widgets and methods that a page with login and reset-password does not need. */
const otherWidgets = /\/(crypto|one-tap|passkeys|passkey-registration|identity-provider)\//

/** Methods of the client that neither widget calls: only code of the host page loads them. */
const otherMethods = /\/(crypto-wallets|webauthn|idp|token-exchange|totps|user-changes)\//

/**
 * Texts for developers that no working page can load. `diagnostics` explains why there is no client, or why the project's
 * settings cannot be read: without either, no user can log in or reset a password. `config-error` replaces a widget whose
 * configuration has errors. Warnings about a configuration that works are not among them.
 */
const setUpErrors = /\/diagnostics\/|\/login\/config\/config-error\.tsx$/

const others = [otherWidgets, otherMethods, setUpErrors]

/** The same of the client of business projects. */
const otherBusinessMethods = /\/b2b\/methods\/connected-apps\/|\/all-permissions\.ts$/

/** All modules that a page with login and reset-password can load, except those above. */
function reachedFrom({ chunks, firstLoad }: Chunks, left: readonly RegExp[] = others): Set<string> {
  const reached = new Set(firstLoad)
  for (const name of reached) {
    const { imports = [], dynamicImports = [] } = chunks.get(name) ?? {}
    for (const imported of imports) if (chunks.has(imported)) reached.add(imported)
    for (const imported of dynamicImports) {
      const id = chunks.get(imported)?.facadeModuleId ?? ''
      if (!left.some((pattern) => pattern.test(id))) reached.add(imported)
    }
  }
  return reached
}

/** The only module of a host application, in a folder that can resolve all Latchkey packages. */
function host(code: string): Plugin {
  const id = join(root, 'packages', 'elements', 'host.ts')
  return {
    name: 'host',
    resolveId: (specifier) => (specifier === 'host' ? id : null),
    load: (path) => (path === id ? code : null),
  }
}
