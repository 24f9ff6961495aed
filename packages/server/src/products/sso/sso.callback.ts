import { audit } from '../../audit/audit.ts'
import { s256, sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { answerUser } from '../../http/pages/user-page.ts'
import { readForm } from '../../http/read-body.ts'
import { canonicalEmail } from '../../identifiers/email-address.ts'
import { takeLimits } from '../../limits/take-limits.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import { matchConnection } from '../../organizations/sign-in/match-connection.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { messageRules } from '../../saml/read-xml.ts'
import type { AttemptCheck } from '../../sso/attempts.ts'
import { mapAttributes, type SsoIdentity } from '../../sso/attributes.ts'
import { ssoConnection } from '../../sso/connection.ts'
import { isUnsolicited } from '../../sso/read-saml.ts'
import { type ReadStatement, refusal, refusedAt } from '../../sso/statement.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { SsoConnectionRecord } from '../../storage/sso-connections.ts'
import { readBrowserCookie } from '../../tokens/browser-cookie.ts'
import { consumeNonce, consumeToken, explainRefusal } from '../../tokens/consume.ts'
import { newFlowRow } from '../../tokens/flow-row.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { landingUrl } from '../../urls/landing-url.ts'
import { defaultRedirect } from '../../urls/redirect-list.ts'
import { failed, failSignIn, landingLifetimeMs } from './failed-sign-in.ts'
import { type DirectConnection, findActiveConnection, type ResolvedConnection } from './find-connection.ts'
import { type EndedSso, openStartedSso, type StartedSso, tokenType } from './flow.ts'
import { provenIdentity } from './proven-identity.ts'
import { readStatement } from './read-statement.ts'
import { requestSignIn } from './request-sign-in.ts'
import { finishTest } from './test-result.ts'

/** The base64 of 256 kB, encoded for a form. */
const largestForm = 393_216

/**
 * The assertion consumer service of SAML, and the redirect URI of OpenID Connect. A response is accepted only with the
 * state and the cookie of the browser that began, so a forged one has no effect.
 */
export const ssoCallbackPage: Page = {
  name: 'sso_callback',
  path: '/v1/sso/callback/:connection_id',
  methods: ['GET', 'POST'],
  handle: (context, exchange, { connection_id = '' }) =>
    answerUser(context, exchange, 'finish', () => finish(context, exchange, connection_id)),
}

interface Callback {
  project: ProjectRecord
  record: SsoConnectionRecord
  connection: DirectConnection
  /** The form of SAML, or the query of OpenID Connect. */
  fields: Readonly<Record<string, string>>
}

async function finish(context: ProviderContext, exchange: Exchange, connectionId: string): Promise<Response> {
  countRequest(context, exchange.client)
  const callback = await readCallback(context, exchange, connectionId)
  const { project, record } = callback
  const spent = await spendState(context, exchange, callback)
  if (spent.kind === 'unsolicited') return startFromTile(context, exchange, callback)
  const { flow } = spent
  if (spent.kind === 'refused') {
    // Any caller can send a response without a sign-in.
    await takeLimits(context, { ...exchange, project }, [{ name: 'challenges_per_ip', key: exchange.client.prefix }])
    return failSignIn(context, exchange, project, record, spent)
  }
  const connection = spent.isForThis ? await stillActive(context, project, spent.flow) : null
  const read =
    connection === null
      ? notRead(spent)
      : await readStatement(
          context,
          { ...exchange, project },
          { ...callback, connection: connection.source, flow: spent.flow },
        )
  const ended = connection === null || read.kind === 'refused' ? null : mapStatement(connection, read)
  if (spent.flow.test !== null) {
    const protocol = callback.connection.kind
    return finishTest(context, exchange, project, { test: spent.flow.test, protocol, read, ended })
  }
  if (ended === null || read.kind === 'refused') return fail(read)
  if (ended.kind === 'refused') return fail(ended)
  const location = await issueToken(context, exchange, project, { flow: spent.flow, ended, response: read.response })
  if (location === null)
    return fail(refusedAt('replay', 'replayed', 'a response that was not used before', 'a used one'))
  exchange.headers.location = location
  return new Response(null, { status: 303, headers: exchange.headers })

  function fail(refused: ReadStatement): Promise<Response> {
    const { code } = refused.kind === 'refused' ? refused : { code: 'status' as const }
    return failSignIn(context, exchange, project, record, { code, checks: refused.checks, flow })
  }
}

async function readCallback(context: ProviderContext, exchange: Exchange, connectionId: string): Promise<Callback> {
  const { storage } = context
  const isId = /^[a-z-]+-(test|live)-[0-9a-f-]{36}$/.test(connectionId)
  const record = isId ? await storage.ssoConnections.findById(connectionId) : null
  const project = record && (await storage.projects.get(record.projectId))
  const connection = record && ssoConnection(record)
  // Responses for an external connection arrive at the connection that it reuses.
  if (!record || !project || !connection || connection.kind === 'external')
    throw new ProviderError('sso_connection_not_found')
  identifyProject(exchange, project)
  const isPost = exchange.request.method === 'POST'
  if (isPost !== (connection.kind === 'saml')) throw new ProviderError('method_not_allowed')
  const { request } = exchange
  const fields = isPost
    ? await exchange.awaitSender(() => readForm(request, largestForm))
    : Object.fromEntries(new URL(request.url).searchParams)
  // Three bytes of the document are four characters.
  if (isPost && (fields.SAMLResponse ?? '').length * 0.75 > messageRules.maxBytes)
    throw new ProviderError('payload_too_large')
  return { project, record, connection, fields }
}

type SpentState =
  /** A response of connection A at the callback of B: the state names the connection (mix-up attack). */
  | { kind: 'spent'; flow: StartedSso; isForThis: boolean }
  | { kind: 'unsolicited'; flow: null }
  | {
      kind: 'refused'
      flow: StartedSso | null
      code: 'in_response_to' | 'replayed'
      checks: AttemptCheck[]
      event: 'sso_callback' | 'token_replay'
    }

/** Consumes the state if the browser's cookie matches, in one statement. */
async function spendState(
  context: ProviderContext,
  exchange: Exchange,
  { project, record, connection, fields }: Callback,
): Promise<SpentState> {
  const { storage, clock, vault, baseUrl } = context
  const isSaml = connection.kind === 'saml'
  const mode = { responseMode: isSaml ? 'form_post' : 'query' } as const
  const browserToken = readBrowserCookie(exchange.request, mode, baseUrl.startsWith('https:'))
  const presented = {
    projectId: project.id,
    tokenHash: sha256Hex((isSaml ? fields.RelayState : fields.state) ?? ''),
    purposes: ['sso_state'] as const,
    challenge: browserToken === null ? null : s256(browserToken),
    now: clock.now(),
  }
  const row = await consumeToken(storage, { ...presented, usedBy: exchange.requestId })
  if (row !== null) {
    const flow = openStartedSso(vault, row)
    return { kind: 'spent', flow, isForThis: flow.sourceId === record.id }
  }
  const { why, row: found } = await explainRefusal(storage, presented)
  if (found === null && isSaml && isUnsolicited(fields.SAMLResponse ?? '')) return { kind: 'unsolicited', flow: null }
  const flow = found && openStartedSso(vault, found)
  if (why === 'replayed') return refused(flow, 'a response that was used before', 'replayed')
  return refused(flow, flow === null ? 'no request' : 'a request of another browser, or one that has expired')
}

const ownResponse = 'a response to a request of this browser'

function notRead({ isForThis }: Extract<SpentState, { kind: 'spent' }>): ReadStatement {
  return isForThis
    ? refusedAt('connection', 'in_response_to', 'an active connection', 'a connection that was changed')
    : refusedAt('in_response_to', 'in_response_to', ownResponse, 'a response for another connection')
}

function refused(
  flow: StartedSso | null,
  got: string,
  code: 'in_response_to' | 'replayed' = 'in_response_to',
): SpentState {
  const check: AttemptCheck = {
    ...{ check: 'in_response_to', outcome: 'failed', code, expected: ownResponse, got },
  }
  return { kind: 'refused', flow, code, checks: [check], event: code === 'replayed' ? 'token_replay' : 'sso_callback' }
}

/**
 * The application tile of an identity provider. Its response is not read: it is a hint to start a sign-in, which the
 * identity provider answers without asking the user.
 */
async function startFromTile(context: ProviderContext, exchange: Exchange, callback: Callback): Promise<Response> {
  const { project, record } = callback
  const { login = [], signup = [] } = project.settings.redirectUrls
  const loginRedirectUrl = defaultRedirect(login, project.environment)
  if (loginRedirectUrl === null) throw new ProviderError('no_redirect_url')
  const signupRedirectUrl = defaultRedirect(signup, project.environment) ?? loginRedirectUrl
  await takeLimits(context, { ...exchange, project }, [{ name: 'challenges_per_ip', key: exchange.client.prefix }])
  const connection = await findActiveConnection(context.storage, project.id, record.id)
  await findOrganization(context.storage, project.id, record.organizationId)
  const target = { loginRedirectUrl, signupRedirectUrl, codeChallenge: null, test: null }
  return requestSignIn(context, exchange, project, { connection, target })
}

/** Null if the connection was deleted, or is no longer shared, since the start. */
async function stillActive(
  { storage }: ProviderContext,
  project: ProjectRecord,
  flow: StartedSso,
): Promise<ResolvedConnection | null> {
  const found = await findActiveConnection(storage, project.id, flow.connectionId).catch((error: unknown) => {
    if (error instanceof ProviderError) return null
    throw error
  })
  return found?.source.record.id === flow.sourceId ? found : null
}

/** Reads the attributes. Missing ones are further rows of the table. */
function mapStatement(
  { own, source }: ResolvedConnection,
  read: Extract<ReadStatement, { kind: 'accepted' }>,
): ({ kind: 'mapped' } & EndedSso) | Extract<ReadStatement, { kind: 'refused' }> {
  const mapped = mapAttributes(source.config.attributeMapping, read.statement)
  const address = mapped.kind === 'identity' ? canonicalEmail(mapped.identity.email ?? '') : null
  const row = (expected: string, got: string): AttemptCheck => ({
    ...{ check: 'attributes', outcome: 'failed', code: 'attribute_missing', expected, got },
  })
  if (mapped.kind === 'missing' || address === null) {
    const rows =
      mapped.kind === 'missing'
        ? mapped.missing.map(({ name, expected }) => row(`${name}: ${expected.join(', ')}`, names(read.statement)))
        : [row('email: an email address', 'another text')]
    return refusal([...read.checks, ...rows], 'attribute_missing') as Extract<ReadStatement, { kind: 'refused' }>
  }
  const identity: SsoIdentity = mapped.identity
  const hasSecondFactor = source.config.idpMfaCounts && read.hasSecondFactor
  const { issuer, checks } = read
  const { id: connectionId } = own.record
  return { kind: 'mapped', connectionId, protocol: source.kind, issuer, identity, address, hasSecondFactor, checks }
}

/** The names of attributes say what to change; their values are of the person. */
function names({ attributes }: { attributes: ReadonlyMap<string, unknown> }): string {
  return attributes.size === 0 ? 'no attributes' : `the attributes ${[...attributes.keys()].slice(0, 20).join(', ')}`
}

/** The landing page with a token. Null if the response was used before. */
async function issueToken(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  { flow, ended, response }: { flow: StartedSso; ended: EndedSso; response: { id: string; until: number } | null },
): Promise<string | null> {
  const { storage, random } = context
  const organization = await findOrganization(storage, project.id, flow.organizationId)
  const match = await matchConnection(storage, context, { project }, { organization, identity: provenIdentity(ended) })
  const token = newLinkToken(random)
  const isSignup = 'member' in match && match.member === null
  const url = isSignup ? flow.signupRedirectUrl : flow.loginRedirectUrl
  const location = landingUrl(project, url, ['login', 'signup'], { tokenType, token })
  // The URL was removed from the list since the start.
  if (location === null) throw new ProviderError(failed)
  const row = newFlowRow(context, {
    ...{ kind: 'sso', environment: project.environment, realm: organizationRealmOf(flow, project) },
    ...{ purpose: 'sso_login', content: ended, tokenHash: sha256Hex(token) },
    // Only this account may redeem it: the address may belong to another member by then.
    accountId: ('member' in match ? match.member?.id : undefined) ?? null,
    identifier: `sso:${flow.connectionId}`,
    ...{ codeChallenge: flow.codeChallenge, lifetimeMs: landingLifetimeMs },
  })
  const isFirst = await storage.transaction(async (tx) => {
    if (response !== null) {
      const key = `saml:${flow.sourceId}:${sha256Hex(response.id)}`
      if (!(await consumeNonce(tx, project.id, key, response.until))) return false
    }
    await tx.oneTime.insert(row)
    await audit(tx, context, { ...exchange, project }, { event: 'sso_callback', result: 'ok', targetId: row.id })
    return true
  })
  return isFirst ? location : null
}

function organizationRealmOf(
  { organizationId }: Pick<StartedSso, 'organizationId'>,
  { id: projectId }: Pick<ProjectRecord, 'id'>,
) {
  return { projectId, organizationId }
}
