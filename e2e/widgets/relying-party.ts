import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runCliCommand } from '../provider.ts'
import type { WidgetSetup } from './widget-setup.ts'

/** A client application of the project. */
export interface RelyingParty {
  url: string
  id: string
  secret: string
  callback: string
  bye: string
  /** The redirect page with the response. */
  isCallback(url: URL): boolean
  isBye(url: URL): boolean
  close(): Promise<void>
}

export const scopePolicy = {
  roles: [{ role_id: 'latchkey_user', description: '', permissions: [{ resource_id: 'notes', actions: ['read'] }] }],
  resources: [{ resource_id: 'notes', description: '', actions: ['read', 'write'] }],
  scopes: [
    { scope: 'notes:read', description: 'Read your notes', permissions: [{ resource_id: 'notes', actions: ['read'] }] },
    { scope: 'notes:write', description: '', permissions: [{ resource_id: 'notes', actions: ['write'] }] },
  ],
}

interface Made {
  oauth_client: { client_id: string }
  client_secret: string
}

const project = 'Latchkey Demo'
const name = 'Notes'

/** Serves a client application and registers it at the running provider. The host page has the consent page. */
export async function startRelyingParty({
  dataDir,
  site,
}: Pick<WidgetSetup, 'dataDir' | 'site'>): Promise<RelyingParty> {
  const settings = [
    `identity_provider.consent_page_url=${site.page({ hasPromisedPolicy: true })}`,
    `rbac_policy=${JSON.stringify(scopePolicy)}`,
  ]
  await runCliCommand(dataDir, 'settings', 'set', ...settings, '--project', project)
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const frame =
      pathname === '/frame' ? `<iframe src="${searchParams.get('of')?.replaceAll('&', '&amp;')}"></iframe>` : ''
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><html lang="en"><title>${name}</title><link rel="icon" href="data:,"><h1>${name}</h1>${frame}`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const [callback, bye] = [`${url}/callback`, `${url}/bye`]
  const made = await runCliCommand<Made>(
    dataDir,
    ...['clients', 'create', '--type', 'third_party', '--name', name, '--project', project],
    ...['--redirect', callback, '--post-logout-redirect', bye],
  )
  const leadsTo = (address: string) => (to: URL) => to.origin + to.pathname === address
  return {
    ...{ url, id: made.oauth_client.client_id, secret: made.client_secret, callback, bye },
    isCallback: leadsTo(callback),
    isBye: leadsTo(bye),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export interface SignIn {
  /** The query of the authorization endpoint. */
  query: Record<string, string>
  verifier: string
}

/** The authorization request, and the values that the client application needs later. */
export function newSignIn(party: RelyingParty, change: Record<string, string> = {}): SignIn {
  const verifier = randomBytes(32).toString('base64url')
  return {
    verifier,
    query: {
      ...{ client_id: party.id, redirect_uri: party.callback, response_type: 'code', scope: 'openid email' },
      ...{ state: randomBytes(8).toString('hex'), nonce: randomBytes(8).toString('hex') },
      ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' },
      ...change,
    },
  }
}

/** Exchanges a code and returns the claims of the tokens. */
export async function redeem(issuer: string, party: RelyingParty, code: string, verifier: string): Promise<Tokens> {
  const response = await fetch(`${issuer}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${encodeURIComponent(party.id)}:${encodeURIComponent(party.secret)}`)}` },
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', code, redirect_uri: party.callback, code_verifier: verifier },
    }),
  })
  const { id_token, scope } = (await response.json()) as { id_token: string; scope: string }
  const claims = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString())
  return { idToken: id_token, scope, claims }
}

export interface Tokens {
  idToken: string
  scope: string
  claims: Record<string, unknown>
}
