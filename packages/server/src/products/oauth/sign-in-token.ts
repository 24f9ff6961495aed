import { findAccount } from '../../accounts/claims.ts'
import { sha256Hex } from '../../core/hash.ts'
import { canonicalEmail } from '../../identifiers/email-address.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { AccountRecord, OneTimeRecord, ProjectRecord } from '../../storage/records.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { landingUrl } from '../../urls/landing-url.ts'
import { type EndedFlow, newOAuthRow, realmOfFlow, redirectLists } from './flow.ts'

/** Enough for the landing page to load. */
const lifetimeMs = 2 * 60_000

export interface Redirects {
  loginRedirectUrl: string
  signupRedirectUrl: string
}

/** The token that a host page redeems after a sign-in at an identity provider, and the URL that contains it. */
export interface SignInToken {
  row: OneTimeRecord
  redirectUrl: string
}

/**
 * Null if the URL was removed from the redirect list since the start, or if the account has invalidated what began
 * before (disabled and enabled again, or a factor removed): the user has to start again.
 */
export async function newSignInToken(
  context: Pick<ProviderContext, 'vault' | 'clock' | 'random' | 'storage'>,
  project: ProjectRecord,
  flow: EndedFlow,
  options: Redirects & { codeChallenge: string | null; startedAt: number },
): Promise<SignInToken | null> {
  const owner = await findOwner(context, project, flow)
  if (owner && options.startedAt < (owner.secretsValidAfter ?? 0)) return null
  const isLogin = owner !== null
  const token = newLinkToken(context.random)
  const redirectUrl = landingUrl(
    project,
    isLogin ? options.loginRedirectUrl : options.signupRedirectUrl,
    redirectLists(flow),
    { tokenType: flow.tokenType, token },
  )
  if (redirectUrl === null) return null
  const row = newOAuthRow(context, project, {
    purpose: flow.tokenType === 'discovery_oauth' ? 'oauth_discovery' : isLogin ? 'oauth_login' : 'oauth_signup',
    // Only this account may redeem it: the address may belong to another user by then.
    accountId: owner?.id ?? null,
    identifier: `oauth:${identityKey(flow.issuer, flow.identity.subject)}`,
    content: flow,
    tokenHash: sha256Hex(token),
    codeChallenge: options.codeChallenge,
    lifetimeMs,
  })
  return { row, redirectUrl }
}

/** The account that the identity leads to now. It is looked up again when the token is redeemed. A discovery has none. */
async function findOwner(
  { storage }: Pick<ProviderContext, 'storage'>,
  project: ProjectRecord,
  flow: EndedFlow,
): Promise<AccountRecord | null> {
  if (flow.tokenType === 'discovery_oauth') return null
  if (flow.attachTo !== null) return storage.accounts.get(project.id, flow.attachTo)
  const { issuer, identity } = flow
  const realm = realmOfFlow(project, flow)
  const known = await storage.accounts.findByRegistration(realm, 'oauth', identityKey(issuer, identity.subject))
  if (known) return known
  const email = identity.emailVerified && identity.email !== null ? canonicalEmail(identity.email) : null
  return email === null ? null : (await findAccount(storage, realm, { kind: 'email', key: email })).owner
}

/** An identity is unique by issuer and subject, never by its address. */
export function identityKey(issuer: string, subject: string): string {
  return `${issuer}|${subject}`
}
