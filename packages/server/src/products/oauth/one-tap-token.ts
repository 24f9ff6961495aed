import type { IdentityProviderName } from '@latchkey/contract'
import { type AuditSource, audit } from '../../audit/audit.ts'
import { reject } from '../../audit/reject.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { idTokenToleranceSeconds, verifyIdToken } from '../../social-login/id-token.ts'
import type { Document, IdentityProvider } from '../../social-login/identity-provider.ts'
import type { OAuthCredentialsRecord, OneTimeRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { timeOfIssue } from '../../tokens/time-of-issue.ts'
import { findCredentials } from './find-credentials.ts'
import type { FlowTarget } from './flow.ts'
import { newSignInToken, type Redirects } from './sign-in-token.ts'

/** The user can take as long to choose an account. */
export const promptLifetimeMs: number = 10 * 60_000
/** Google uses both spellings of its issuer. */
const issuers = ['https://accounts.google.com', 'accounts.google.com']
const provider: IdentityProviderName = 'google'

export interface OneTapProvider {
  credentials: OAuthCredentialsRecord
  definition: IdentityProvider & Required<Pick<IdentityProvider, 'oneTap'>>
}

/** The project's credentials at Google, whose prompt One Tap is. */
export async function findOneTapProvider(
  context: Pick<ProviderContext, 'storage' | 'identityProviders'>,
  project: ProjectRecord,
): Promise<OneTapProvider> {
  const { credentials, definition } = await findCredentials(context, project, provider)
  const { oneTap } = definition
  if (oneTap === undefined) throw new ProviderError('oauth_config_not_found')
  return { credentials, definition: { ...definition, oneTap } }
}

export interface OneTapAnswer extends OneTapProvider {
  project: ProjectRecord
  idToken: string
  target: FlowTarget
  redirects: Redirects
  codeChallenge: string | null
  /** Consumes the prompt that the claims answer, or throws. */
  spendPrompt: (tx: StorageVerbs, claims: Document) => Promise<OneTimeRecord>
}

/** Issues the token of the landing page for the user that an ID token of One Tap names; returns the page's URL. */
export async function acceptOneTap(
  context: ProviderContext,
  source: AuditSource,
  answer: OneTapAnswer,
): Promise<string> {
  const { project, definition, idToken, codeChallenge } = answer
  const rejected = (): Promise<ProviderError> =>
    reject(context, source, { event: 'one_tap_submit', error: 'oauth_flow_callback_error' })
  const claims = await verify(context, answer, rejected)
  const disclosure = { claims, profile: {}, emails: undefined, callback: {} }
  const identity = definition.identify(disclosure)
  const startedAt = timeOfIssue(claims.iat, { now: context.clock.now(), skewSeconds: idTokenToleranceSeconds })
  if (identity === null || startedAt === null) throw await rejected()
  const values = { access_token: '', id_token: idToken, refresh_token: '', scopes: [], expires_at: null }
  const tenants = project.vertical === 'B2B' ? [...(definition.tenants?.(disclosure) ?? [])] : []
  const ended = { provider, issuer: definition.issuer, identity, tenants, values, attachTo: null, ...answer.target }
  const issued = await newSignInToken(context, project, ended, { ...answer.redirects, codeChallenge, startedAt })
  if (issued === null) throw await rejected()
  await context.storage
    .transaction(async (tx) => {
      const row = await answer.spendPrompt(tx, claims)
      await tx.oneTime.insert(issued.row)
      await audit(tx, context, source, { event: 'one_tap_submit', result: 'ok', targetId: row.id })
    })
    .catch(async (error: unknown) => {
      throw error instanceof ProviderError ? await rejected() : error
    })
  return issued.redirectUrl
}

async function verify(
  context: ProviderContext,
  { credentials, definition, idToken }: OneTapAnswer,
  rejected: () => Promise<ProviderError>,
): Promise<Document> {
  const jwksUri = definition.endpoints.jwks ?? ''
  try {
    return await verifyIdToken(context, idToken, { jwksUri, issuers, audience: credentials.clientId })
  } catch (error) {
    // A key set that cannot be fetched says nothing about the token.
    if (error instanceof ProviderError) throw error
    throw await rejected()
  }
}
