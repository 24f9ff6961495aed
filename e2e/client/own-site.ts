import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { ClientOptions } from '@latchkey/client'
import { selfSigned } from './certificate.ts'
import type { HostSite } from './host-site.ts'

/** A site with a page, the API on a host of the same site, and a page of another site. */
export const app = 'https://app.tea.localhost'
export const apiHost = 'auth.tea.localhost'
export const sibling = 'https://blog.tea.localhost'
/** Another site altogether. */
export const attacker = 'https://evil.localhost'

export interface Seen {
  method: string
  path: string
  origin: string | undefined
  cookie: string | undefined
  /** What the API answered, without its headers. */
  body: string
}

export interface OwnSite {
  /** Browser arguments that resolve these host names to this machine, and no others. */
  rules: string
  /** Calls that reached the API's host, and loads of the page, oldest first. */
  calls: Seen[]
  loads: Seen[]
  page(token: string, options?: ClientOptions): string
  close(): Promise<void>
}

const policy =
  `default-src 'none'; script-src 'self'; connect-src https://${apiHost}; base-uri 'none'; form-action 'self'; ` +
  "require-trusted-types-for 'script'; trusted-types 'none'"

/** Four hosts behind one certificate; the API's is handed on to the provider as a proxy would. */
export async function startOwnSite(provider: string, { scripts }: HostSite): Promise<OwnSite> {
  const hosts = [app, sibling, attacker].map((url) => new URL(url).host)
  const calls: Seen[] = []
  const loads: Seen[] = []

  function handOn(incoming: IncomingMessage, outgoing: ServerResponse, seen: Seen): void {
    const { method, url: path, headers } = incoming
    const { hostname, port } = new URL(provider)
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('data', (chunk) => {
        seen.body += chunk
      })
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }

  function serve({ url: path = '' }: IncomingMessage, outgoing: ServerResponse, isApp: boolean): void {
    const script = isApp ? scripts.get(path) : undefined
    outgoing.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    if (isApp) outgoing.setHeader('content-security-policy', policy)
    const head = '<!doctype html><meta charset="utf-8"><title>Page</title>'
    outgoing.end(script ?? (isApp ? `${head}<script type="module" src="/host-page.js"></script>` : head))
  }

  const server = createServer(selfSigned(...hosts, apiHost), (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    const seen: Seen = { method, path, origin: headers.origin, cookie: headers.cookie, body: '' }
    const isApp = headers.host === new URL(app).host
    if (headers.host === apiHost) {
      calls.push(seen)
      handOn(incoming, outgoing, seen)
    } else {
      if (isApp && !scripts.has(path)) loads.push(seen)
      serve(incoming, outgoing, isApp)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const here = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    rules: `MAP *.localhost ${here}, MAP localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    calls,
    loads,
    page: (token, options) =>
      `${app}/?${new URLSearchParams({
        public_token: token,
        options: JSON.stringify({ customApiDomain: apiHost, ...options }),
      })}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
