import type { OneTapStart, OneTapSubmit } from '@latchkey/contract'
import { text } from '@latchkey/contract/schemas'
import * as z from 'zod'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { parseOrRefuse } from '../../core/schema-issues.ts'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { readJson, requireJson } from '../../http/read-body.ts'
import { takeLimits } from '../../limits/take-limits.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { Document } from '../../social-login/identity-provider.ts'
import type { OneTimeRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { newChallenge } from '../../tokens/challenges.ts'
import { requestedChallenge } from '../../tokens/code-challenge.ts'
import { consumeChallenge } from '../../tokens/consume.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { isAuthorizedOrigin } from '../../urls/origin-list.ts'
import { requestedRedirect } from '../../urls/requested-redirect.ts'
import { acceptOneTap, findOneTapProvider, type OneTapProvider, promptLifetimeMs } from './one-tap-token.ts'
import type { Redirects } from './sign-in-token.ts'

/**
 * The two endpoints that the hidden frame calls (`contract/src/api/frame.ts`). The frame is a page of the provider and
 * sends the origin of the page that embeds it, as the browser reports it.
 */
const largestBody = 32_768

const request = z.object({ publicToken: text(256), parentOrigin: text(2_048) })
const redirects = { loginRedirectURL: text(2_048).optional(), signupRedirectURL: text(2_048).optional() }
const startRequest = request.extend({ redirects: z.object(redirects).optional() })
const submitRequest = request.extend({
  ...redirects,
  idToken: text(16_384),
  oauthCallbackID: text(256),
  codeChallenge: text(128).optional(),
})

export const oneTapStartPage: Page = {
  name: 'one_tap_start',
  path: '/v1/frame/one_tap/start',
  methods: ['POST'],
  async handle(context, exchange) {
    const { body, project, credentials, definition } = await admitRequest(context, exchange, startRequest)
    if (body.redirects) readRedirects(project, body.redirects)
    await takeLimits(context, { ...exchange, project }, [{ name: 'challenges_per_ip', key: exchange.client.prefix }])
    const { clock, random, storage } = context
    const nonce = newLinkToken(random)
    const challenge = newChallenge({
      ...{ project, purpose: 'one_tap', caller: null, random },
      ...{ lifetimeMs: promptLifetimeMs, now: clock.now() },
    })
    await storage.oneTime.insert({ ...challenge, payload: { nonceHash: sha256Hex(nonce), origin: body.parentOrigin } })
    const answer: OneTapStart = {
      requestId: exchange.requestId,
      googleClientId: credentials.clientId,
      oauthCallbackId: challenge.id,
      csrfToken: nonce,
      scriptUrl: definition.oneTap.script,
      fedcmConfigUrl: definition.oneTap.fedcmConfig,
    }
    return json(exchange, answer)
  },
}

export const oneTapSubmitPage: Page = {
  name: 'one_tap_submit',
  path: '/v1/frame/one_tap/submit',
  methods: ['POST'],
  async handle(context, exchange) {
    const { body, project, credentials, definition } = await admitRequest(context, exchange, submitRequest)
    const targets = readRedirects(project, body)
    const source = { ...exchange, project }
    const redirectUrl = await acceptOneTap(context, source, {
      ...{ project, credentials, definition, idToken: body.idToken, redirects: targets },
      target: { organizationId: null, tokenType: 'oauth' },
      // Required even if the project does not require PKCE: see decision 0012.
      codeChallenge: requestedChallenge(true, body.codeChallenge),
      spendPrompt: (tx, claims) => spendPrompt(tx, context, exchange, project, claims, body),
    })
    const answer: OneTapSubmit = { redirect_url: redirectUrl }
    return json(exchange, answer)
  },
}

interface Admitted<Body> extends OneTapProvider {
  body: Body
  project: ProjectRecord
}

function readRedirects(
  project: ProjectRecord,
  requested: { loginRedirectURL?: string | undefined; signupRedirectURL?: string | undefined },
): Redirects {
  return {
    loginRedirectUrl: requestedRedirect(project, 'login', requested.loginRedirectURL),
    signupRedirectUrl: requestedRedirect(project, 'signup', requested.signupRedirectURL),
  }
}

async function admitRequest<Body extends z.infer<typeof request>>(
  context: ProviderContext,
  exchange: Exchange,
  schema: z.ZodType<Body>,
): Promise<Admitted<Body>> {
  countRequest(context, exchange.client)
  requireJson(exchange.request)
  const body = parseOrRefuse(schema, await exchange.awaitSender(() => readJson(exchange.request, largestBody)), 'body')
  const project = await context.projects.byPublicToken(body.publicToken)
  if (!project) throw new ProviderError('invalid_public_token')
  identifyProject(exchange, project)
  const origin = exchange.request.headers.get('origin')
  const { cnameDomain } = project.settings
  const isOwn = origin === context.baseUrl || (cnameDomain !== null && origin === `https://${cnameDomain}`)
  if (origin !== null && !isOwn) throw new ProviderError('unauthorized_origin')
  if (!isAuthorizedOrigin(body.parentOrigin, project.settings.authorizedOrigins, project.environment))
    throw new ProviderError('unauthorized_origin')
  if (project.vertical !== 'CONSUMER') throw new ProviderError('wrong_vertical')
  requireMethod(project, 'oauth')
  return { body, project, ...(await findOneTapProvider(context, project)) }
}

/** Consumes the prompt that the nonce of the ID token belongs to. It works once and only for the page that began it. */
async function spendPrompt(
  tx: StorageVerbs,
  { clock }: ProviderContext,
  { requestId }: Exchange,
  project: ProjectRecord,
  { nonce }: Document,
  { oauthCallbackID, parentOrigin }: z.infer<typeof submitRequest>,
): Promise<OneTimeRecord> {
  const row = await consumeChallenge(tx, project.id, oauthCallbackID, clock.now(), requestId)
  // An ID token without the nonce of this prompt was requested elsewhere, maybe by another browser.
  const isAnswer = typeof nonce === 'string' && row?.payload.nonceHash === sha256Hex(nonce)
  // Older rows have no origin.
  const isSamePage = (row?.payload.origin ?? parentOrigin) === parentOrigin
  // Rolls the transaction back: a token for another prompt consumes nothing.
  if (row?.purpose !== 'one_tap' || !isAnswer || !isSamePage) throw new ProviderError('oauth_flow_callback_error')
  return row
}

function json({ headers }: Exchange, body: object): Response {
  headers['content-type'] = 'application/json'
  return new Response(JSON.stringify(body), { status: 200, headers })
}
