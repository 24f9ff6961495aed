import { canonicalEmail } from '../../identity/email-address.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { sha256Hex } from '../../security/hash.ts'
import { landingUrl } from '../../security/landing-url.ts'
import type { OneTimeRecord, ProjectRecord } from '../../storage/records.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
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

/** Null if the URL was removed from the project's list meanwhile. */
export async function newSignInToken(
  context: Pick<ProviderContext, 'vault' | 'clock' | 'random' | 'storage'>,
  project: ProjectRecord,
  flow: EndedFlow,
  wishes: Redirects & { codeChallenge: string | null },
): Promise<SignInToken | null> {
  const isLogin = await isKnown(context, project, flow)
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
    content: flow,
    tokenHash: sha256Hex(token),
    codeChallenge: wishes.codeChallenge,
    lifetimeMs,
  })
  return { row, redirectUrl }
}

/** For choosing the page, never for deciding who somebody is: that happens when the token is redeemed. */
async function isKnown(
  { storage }: Pick<ProviderContext, 'storage'>,
  project: ProjectRecord,
  flow: EndedFlow,
): Promise<boolean> {
  if (flow.attachTo !== null) return true
  const { issuer, identity } = flow
  if (await storage.users.findByRegistration(project.id, 'oauth', identityKey(issuer, identity.subject))) return true
  const email = identity.emailVerified && identity.email !== null ? canonicalEmail(identity.email) : null
  return email !== null && (await storage.users.findByRegistration(project.id, 'email', email)) !== null
}

/** What an identity is unique by: never its address. */
export function identityKey(issuer: string, subject: string): string {
  return `${issuer}|${subject}`
}
