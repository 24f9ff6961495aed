import { findAccount } from '../../accounts/claims.ts'
import { sha256Hex } from '../../core/hash.ts'
import { canonicalEmail } from '../../identifiers/email-address.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OneTimeRecord, ProjectRecord, UserRecord } from '../../storage/records.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { landingUrl } from '../../urls/landing-url.ts'
import { type EndedFlow, newFlowRow } from './flow.ts'

/** Long enough for a page to load. */
const lifetimeMs = 2 * 60_000

export interface Redirects {
  loginRedirectUrl: string
  signupRedirectUrl: string
}

/** What a page redeems after a sign-in at a provider, and the address that hands it over. */
export interface SignInToken {
  row: OneTimeRecord
  redirectUrl: string
}

/**
 * Null if the URL was removed from the project's list meanwhile, or if the account has voided everything that began
 * before (disabled and enabled, a factor removed): the user begins again.
 */
export async function newSignInToken(
  context: Pick<ProviderContext, 'vault' | 'clock' | 'random' | 'storage'>,
  project: ProjectRecord,
  flow: EndedFlow,
  wishes: Redirects & { codeChallenge: string | null; startedAt: number },
): Promise<SignInToken | null> {
  const owner = await ownerOf(context, project, flow)
  if (owner && wishes.startedAt < (owner.secretsValidAfter ?? 0)) return null
  const isLogin = owner !== null
  const token = newLinkToken(context.random)
  const redirectUrl = landingUrl(
    project,
    isLogin ? wishes.loginRedirectUrl : wishes.signupRedirectUrl,
    ['login', 'signup'],
    { tokenType: 'oauth', token },
  )
  if (redirectUrl === null) return null
  const row = newFlowRow(context, project, {
    purpose: isLogin ? 'oauth_login' : 'oauth_signup',
    // Redeemed by this account or not at all: another user may have the address by then.
    userId: owner?.id ?? null,
    identifier: `oauth:${identityKey(flow.issuer, flow.identity.subject)}`,
    content: flow,
    tokenHash: sha256Hex(token),
    codeChallenge: wishes.codeChallenge,
    lifetimeMs,
  })
  return { row, redirectUrl }
}

/** The account that the identity leads to at this moment. It is looked up again when the token is redeemed. */
async function ownerOf(
  { storage }: Pick<ProviderContext, 'storage'>,
  project: ProjectRecord,
  flow: EndedFlow,
): Promise<UserRecord | null> {
  if (flow.attachTo !== null) return storage.users.get(project.id, flow.attachTo)
  const { issuer, identity } = flow
  const known = await storage.users.findByRegistration(project.id, 'oauth', identityKey(issuer, identity.subject))
  if (known) return known
  const email = identity.emailVerified && identity.email !== null ? canonicalEmail(identity.email) : null
  return email === null ? null : (await findAccount(storage, project.id, { kind: 'email', key: email })).owner
}

/** What an identity is unique by: never its address. */
export function identityKey(issuer: string, subject: string): string {
  return `${issuer}|${subject}`
}
