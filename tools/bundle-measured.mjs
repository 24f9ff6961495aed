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

/** A page of such an application, React included: with the widget on it, and with the least that React can do. */
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

/** Writes a folder for each into `outdir`, and `files.json`: which of its files are weighed, those a page fetches at once. */
export async function bundleMeasured(outdir) {
  await rm(join(root, outdir), { recursive: true, force: true })
  const files = {}
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
    files[name] = bundle.firstLoad
  }
  for (const [name, code] of Object.entries(pages)) {
    await bundleChunks({ input: { [name]: 'host' }, outdir: join(outdir, 'pages'), plugins: [host(code)], write: true })
  }
  const standalone = await bundleStandalone(join(outdir, 'standalone'))
  files.standalone = standalone.firstLoad
  // Everything of the widgets' own, whenever it is loaded: numbering plans are the world's.
  const ours = [...standalone.chunks.values()]
    .filter(({ moduleIds }) => !moduleIds?.some((id) => id.includes('libphonenumber')))
    .map(({ fileName }) => fileName)
  const reached = reachedFrom(standalone)
  files['standalone-login-reset'] = ours.filter((name) => reached.has(name))
  files['standalone-others'] = ours.filter((name) => !reached.has(name))
  await writeFile(join(root, outdir, 'files.json'), JSON.stringify(files))
}

/** Widgets and methods that a page with login and reset-password may do without. */
const otherWidgets = /\/(crypto|one-tap|passkeys|passkey-registration|identity-provider)\//

/** Methods of the client that neither widget calls: only the host page's own code loads them. */
const otherMethods = /\/(crypto-wallets|webauthn|idp|token-exchange|totps|user-changes)\//

/**
 * Texts for developers that no working page can load. `diagnostics` explains why there is no client, or why the project's
 * settings cannot be read: without either, no user can log in or reset a password. `config-error` replaces a widget whose
 * configuration has errors. Warnings about a configuration that works are not among them.
 */
const setUpErrors = /\/diagnostics\/|\/login\/config-error\.tsx$/

const others = [otherWidgets, otherMethods, setUpErrors]

/** All that a page with login and reset-password can load, up to where one of the others begins. */
function reachedFrom({ chunks, firstLoad }) {
  const reached = new Set(firstLoad)
  for (const name of reached) {
    const { imports = [], dynamicImports = [] } = chunks.get(name) ?? {}
    for (const imported of imports) if (chunks.has(imported)) reached.add(imported)
    for (const imported of dynamicImports) {
      const id = chunks.get(imported)?.facadeModuleId ?? ''
      if (!others.some((pattern) => pattern.test(id))) reached.add(imported)
    }
  }
  return reached
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
