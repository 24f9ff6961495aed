import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClientOptions } from '@latchkey/client'
import type { Plugin } from 'rolldown'
import { type Build, bundleHost, bundleServer } from './bundle-hosts.ts'
import type { ShowOptions } from './host-login.ts'

export type { Build } from './bundle-hosts.ts'
export { builds } from './bundle-hosts.ts'

/** A project of the development provider, the same on every machine. */
export const publicToken = 'public-token-test-11111111-1111-4111-8111-111111111111'

export interface HostPageOptions {
  /** @default the stand-alone build, because it is the smallest */
  build?: Build
  client?: ClientOptions
  publicToken?: string
  /** The widget redeems a token in the URL, not the page. */
  leavesToken?: boolean
  /** Renders the widget on the server first. */
  rendered?: ShowOptions
  /** The CSP of the page allows One Tap. */
  hasOneTap?: boolean
  /** The page has the CSP that the documentation promises to support. */
  hasPromisedPolicy?: boolean
  /** Further query parameters. */
  query?: Record<string, string>
}

export interface HostSite {
  url: string
  /** The URL of the page, whose client calls the provider. */
  page(options?: HostPageOptions): string
  /** Changes the HTML of later pages. A page that the driver fulfills could not call the provider. */
  decorate?: ((html: string) => string) | undefined
  close(): Promise<void>
}

/** The CSP that every screen supports. */
export function policyFor(api: string): string {
  return (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
    `connect-src ${api}; require-trusted-types-for 'script'`
  )
}

/** One Tap needs the script and the frame of Google and the frame of the provider. A development provider serves all of them. */
function policyWithOneTap(api: string): string {
  return `${policyFor(api).replace("script-src 'self'", `script-src 'self' ${api}`)}; frame-src ${api}; trusted-types latchkey`
}

/** The CSP that the documentation promises to support, with forms and Trusted Types. */
function promisedPolicy(api: string): string {
  return (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; " +
    `connect-src ${api}; frame-src ${api}; base-uri 'none'; form-action 'self' ${api}; ` +
    "require-trusted-types-for 'script'; trusted-types 'none'"
  )
}

const html = (build: Build, rendered: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Host application</title>
<script type="module" src="/${build}/host-page.js"></script>
</head>
<body>
<main>
<h1>Host application</h1>
<div id="widget">${rendered}</div>
</main>
</body>
</html>`

/** Larger than the limits of a logo. */
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#0C5A56"/></svg>'

/** Serves a host application in all builds on a separate origin. */
export async function startHosts(api: string, plugins: Plugin[] = []): Promise<HostSite> {
  const bundles = new Map<Build, ReturnType<typeof bundleHost>>()
  const servers = new Map<Build, ReturnType<typeof bundleServer>>()

  async function answer(address: string, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const [, build, file] = pathname.split('/') as [string, Build, string?]
    const policyOf = searchParams.has('one_tap') ? policyWithOneTap : policyFor
    const policy = (searchParams.has('promised_policy') ? promisedPolicy : policyOf)(api)
    response.setHeader('content-security-policy', policy)
    if (pathname === '/logo.svg') {
      response.setHeader('content-type', 'image/svg+xml')
      response.end(logo)
    } else if (file?.endsWith('.js')) {
      const text = (await once(bundles, build, () => bundleHost(build, plugins))).get(file)
      response.setHeader('content-type', 'text/javascript')
      // Like a file with a hash in its name: the browser compiles it once.
      response.setHeader('cache-control', 'max-age=3600, immutable')
      response.statusCode = text === undefined ? 404 : 200
      response.end(text)
    } else if (file === '') {
      const rendered = searchParams.get('rendered')
      const server = rendered ? await once(servers, build, () => bundleServer(build)) : undefined
      response.setHeader('content-type', 'text/html')
      const text = html(build, server?.render(JSON.parse(rendered ?? '{}')) ?? '')
      response.end(site.decorate?.(text) ?? text)
    } else {
      // Browsers request an icon automatically.
      response.statusCode = pathname === '/favicon.ico' ? 204 : 404
      response.end()
    }
  }

  const server = createServer((request, response) => {
    answer(request.url ?? '/', response).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const site: HostSite = {
    url,
    page({ build = 'standalone', rendered, ...wanted } = {}) {
      const query = new URLSearchParams({
        public_token: wanted.publicToken ?? publicToken,
        options: JSON.stringify({ domains: { testApi: api }, ...wanted.client }),
        ...(wanted.leavesToken && { leaves_token: '' }),
        ...(rendered && { rendered: JSON.stringify(rendered) }),
        ...(wanted.hasOneTap && { one_tap: '' }),
        ...(wanted.hasPromisedPolicy && { promised_policy: '' }),
        ...wanted.query,
      })
      return `${url}/${build}/?${query}`
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return site
}

function once<Value>(kept: Map<Build, Promise<Value>>, build: Build, make: () => Promise<Value>): Promise<Value> {
  const value = kept.get(build) ?? make()
  kept.set(build, value)
  return value
}
