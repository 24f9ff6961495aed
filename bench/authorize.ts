import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { authorizeQuery, tokenForm } from '../e2e/fixtures/client-application.ts'
import { type Dialogue, loadDialogues } from '../e2e/http-load/closed-loop.ts'
import { basic as basicOf, httpRequest } from '../e2e/http-load/http-request.ts'
import { type Answer, nextUrl } from '../e2e/http-load/response-reader.ts'
import { benchFolder, median, type ServerProcess, startServer } from '../e2e/http-load/server-process.ts'

const pairsMeasured = 9
const sliceMs = 2_000
const connections = 32

export interface AuthorizeResult {
  /** `whole` includes the redirect to the consent page, a request that oidc-provider does not need. */
  pairs: { peer: number; provider: number; whole: number }[]
  medianRatio: number
  medianWhole: number
  refused: number
}

/**
 * Measures an authorization request and its token request for a signed-in user with stored consent. Alternates between
 * the two servers, so that other load on the machine affects both.
 */
export async function measureAuthorize(scripts: { peer: string; providerServer: string }): Promise<AuthorizeResult> {
  const folder = benchFolder()
  const peer = await startServer(scripts.peer, [])
  const provider = await startServer(scripts.providerServer, [join(folder, 'provider.db'), '--application'])
  const peerTarget = { port: peer.port, begin: dialoguesWithPeer(peer) }
  const providerTarget = { port: provider.port, begin: dialoguesWithProvider(provider, {}) }
  const wholeTarget = { port: provider.port, begin: dialoguesWithProvider(provider, { isWhole: true }) }
  try {
    await loadDialogues(peerTarget, connections, sliceMs)
    // Stores the consent, so that later requests skip the consent screen.
    const consenting = dialoguesWithProvider(provider, { isWhole: true, isGranted: true })
    await loadDialogues({ port: provider.port, begin: consenting }, connections, sliceMs)
    const pairs: AuthorizeResult['pairs'] = []
    let refused = 0
    for (let pair = 0; pair < pairsMeasured; pair += 1) {
      const first = await loadDialogues(peerTarget, connections, sliceMs)
      const second = await loadDialogues(providerTarget, connections, sliceMs)
      const third = await loadDialogues(wholeTarget, connections, sliceMs)
      refused += first.refused + second.refused + third.refused
      pairs.push({ peer: first.perSecond, provider: second.perSecond, whole: third.perSecond })
    }
    const medianRatio = median(pairs.map((pair) => pair.provider / pair.peer))
    return { pairs, medianRatio, medianWhole: median(pairs.map((pair) => pair.whole / pair.peer)), refused }
  } finally {
    await Promise.all([peer.stop(), provider.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Application {
  client: { id: string; secret: string }
  /** The session of the user: a cookie, or the credentials of the page. */
  session: string
  project: string
}

function dialoguesWithPeer({ rest }: ServerProcess): () => Dialogue {
  const { client, session } = JSON.parse(rest) as Application
  const authorizeRequest = get(`/auth?${new URLSearchParams(authorizeQuery(client.id))}`, `_session=${session}`)
  return function* () {
    const code = codeOf(yield authorizeRequest)
    return code !== null && hasTokens(yield post('/token', tokenForm(code), basic(client)))
  }
}

/**
 * The consent page of a project is served by the developer. It submits the request that it was opened with: by the
 * client application, or, in the measurement `whole`, by the authorization endpoint, which stores it.
 */
function dialoguesWithProvider(
  { rest }: ServerProcess,
  { isWhole = false, isGranted = false }: { isWhole?: boolean; isGranted?: boolean },
): () => Dialogue {
  const { client, session, project } = JSON.parse(rest) as Application
  const base = `/v1/public/${project}/oauth2`
  const query = authorizeQuery(client.id)
  const authorizeRequest = get(`${base}/authorize?${new URLSearchParams(query)}`)
  const __Authorization = `Basic ${Buffer.from(session).toString('base64')}`
  let count = 0
  return function* () {
    count += 1
    // A different state each time, because the provider stores equal requests of a session only once.
    const opened = isWhole
      ? Object.fromEntries(nextUrl(yield authorizeRequest)?.searchParams ?? [])
      : { ...query, state: `${query.state}${count}` }
    const { code_challenge_method: _, ...json } = opened
    yield httpRequest('/sdk/v1/oauth/authorize/start', {
      json,
      authorization: __Authorization,
      origin: 'http://localhost:3000',
    })
    const fields = { ...opened, consent_granted: String(isGranted), __Authorization }
    const code = codeOf(yield post('/sdk/v1/oauth/authorize', fields))
    return code !== null && hasTokens(yield post(`${base}/token`, tokenForm(code), basic(client)))
  }
}

function get(path: string, cookie?: string): string {
  return httpRequest(path, { accept: 'text/html', cookie })
}

function post(path: string, form: Record<string, string>, authorization?: string): string {
  return httpRequest(path, { form, authorization })
}

function basic({ id, secret }: Application['client']): string {
  return basicOf(`${id}:${secret}`)
}

function codeOf(answer: Answer): string | null {
  return nextUrl(answer)?.searchParams.get('code') ?? null
}

function hasTokens({ status, body }: Answer): boolean {
  return status === '200' && body.includes('"access_token"') && body.includes('"id_token"')
}
