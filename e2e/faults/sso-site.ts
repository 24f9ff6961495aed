import { createHash } from 'node:crypto'
import { enterpriseForm } from '@latchkey/server/dev'
import { application } from '../fixtures/client-application.ts'
import type { RawAnswer, RawRequest } from './last-byte-race.ts'
import {
  baseUrl,
  createProject,
  type Deployment,
  page,
  type RunningProvider,
  runCommand,
  startProvider,
} from './provider-process.ts'

/**
 * How a provider consumes: `safe` as it is published; `naive` reads before it writes; `naive-states` does so too, but
 * not with the ids of responses.
 */
export type Consume = 'safe' | 'naive' | 'naive-states'
export type Protocol = 'saml' | 'oidc'

/** The same person could not use both, because the organization has no verified domain. */
const people = { saml: 'ada', oidc: 'grace' } as const

/** One database with an organization that has a SAML and an OpenID Connect connection. */
export interface SsoSite {
  /** Starts processes, which the caller stops. */
  start(consume: Consume, count: number): Promise<RunningProvider[]>
  /** From the start page of a process to the response of the identity provider. */
  respond(port: number, protocol: Protocol): Promise<RawRequest>
  /** The request that redeems the token of a landing page. */
  redemption(answer: Pick<RawAnswer, 'location'>): RawRequest
}

/** Two connections to the same fake identity provider, which runs at `fakesUrl`. */
export async function openSsoSite(input: {
  /** The bundle of `e2e/fixtures/racing-provider.ts`. */
  racing: string
  /** The published provider, for commands. */
  shipped: Deployment
  fakesUrl: string
}): Promise<SsoSite> {
  const { shipped, fakesUrl } = input
  const publicToken = await createProject(shipped, 'Business', '--vertical', 'B2B')
  const created = await runCommand(shipped, 'secret-keys', 'create', '--name', 'sso', '--json')
  const { project_id, secret } = JSON.parse(created) as { project_id: string; secret: string }

  const start: SsoSite['start'] = (consume, count) => {
    const env = { RACE_CONSUME: consume, RACE_IDENTITY_PROVIDERS: fakesUrl }
    return Promise.all(Array.from({ length: count }, () => startProvider({ ...shipped, script: input.racing, env })))
  }
  const visit = (url: string, init?: RequestInit): Promise<Response> => fetch(url, { redirect: 'manual', ...init })
  /** The address at which the fakes really are. */
  const atFakes = (url: string): string => url.replace(baseUrl, fakesUrl)

  // The published provider rejects addresses of this machine.
  const [administrator] = await start('safe', 1)
  async function administer(method: string, path: string, body: object): Promise<Record<string, string>> {
    const response = await visit(`http://127.0.0.1:${administrator?.port}/v1${path}`, {
      ...{ method, body: JSON.stringify(body) },
      headers: { authorization: basic(project_id, secret), 'content-type': 'application/json' },
    })
    if (response.status !== 200) throw new Error(`${path} was rejected: ${await response.text()}`)
    const { data } = (await response.json()) as { data: Record<string, Record<string, string>> }
    return data.organization ?? data.connection ?? {}
  }
  const { organization_id } = await administer('POST', '/organizations', { organization_name: 'Acme' })
  async function connect(protocol: Protocol, settings: object): Promise<string> {
    const path = `/organizations/${organization_id}/sso/${protocol}`
    const { connection_id = '' } = await administer('POST', path, { display_name: protocol })
    const { status } = await administer('PUT', `${path}/${connection_id}`, settings)
    if (status !== 'active') throw new Error(`the ${protocol} connection is ${status}`)
    return connection_id
  }
  const okta = '/dev/enterprise'
  const connections = {
    saml: await connect('saml', { metadata_xml: await (await visit(`${fakesUrl}${okta}/saml/okta/metadata`)).text() }),
    oidc: await connect('oidc', {
      ...{ issuer: `${baseUrl}${okta}/oidc/okta`, client_id: 'latchkey-enterprise-okta' },
      client_secret: 'latchkey-enterprise-okta-secret',
    }),
  }
  await administrator?.stop()

  return {
    start,
    async respond(port, protocol) {
      const query = new URLSearchParams({
        ...{ public_token: publicToken, connection_id: connections[protocol] },
        pkce_code_challenge: createHash('sha256').update(application.verifier).digest('base64url'),
      })
      const started = await visit(`http://127.0.0.1:${port}/v1/public/sso/start?${query}`)
      const location = started.headers.get('location')
      if (location === null) throw new Error(`the start was rejected: ${await started.text()}`)
      const cookie = started.headers.getSetCookie().map((set) => set.split(';')[0])
      const body = new URLSearchParams(enterpriseForm({ person: people[protocol] }))
      const chosen = await visit(atFakes(location), { method: 'POST', body })
      const headers = { cookie: cookie.join('; '), accept: 'text/html' }
      const returned = chosen.headers.get('location')
      if (returned !== null) return { path: pathOf(returned), headers }
      const html = await chosen.text()
      const action = /<form[^>]* action="([^"]*)"/.exec(html)?.[1]
      if (action === undefined) throw new Error(`the identity provider did not respond: ${html}`)
      const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
      return {
        path: pathOf(action),
        headers,
        form: Object.fromEntries([...inputs].map(([, name, value]) => [name, value])),
      }
    },
    redemption: ({ location }) => ({
      path: '/sdk/v1/b2b/sso/authenticate',
      headers: { authorization: basic(publicToken, publicToken), origin: page },
      body: {
        sso_token: URL.canParse(location) ? new URL(location).searchParams.get('token') : '',
        ...{ pkce_code_verifier: application.verifier, session_duration_minutes: 60 },
      },
    }),
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

function basic(name: string, secret: string): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
}
