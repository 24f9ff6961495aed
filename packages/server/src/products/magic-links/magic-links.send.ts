import {
  type MagicLinksEmailRequest,
  magicLinkLoginExpirationMinutes,
  magicLinkSignupExpirationMinutes,
  tokenTypeParameter,
} from '@latchkey/contract'
import { magicLinkMessage } from '../../delivery/templates/magic-link.ts'
import { ProviderError } from '../../http/provider-error.ts'
import type { Call } from '../../http/route.ts'
import { refuseField } from '../../http/schema-issues.ts'
import { emailIdentifier } from '../../identity/identifier.ts'
import { newUser } from '../../identity/new-user.ts'
import { findRecipient, type Recipient, type SendMode } from '../../identity/recipient.ts'
import { againAfterRace } from '../../identity/registration-race.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { sha256Hex } from '../../security/hash.ts'
import { defaultRedirect, isAllowedRedirect } from '../../security/redirect-list.ts'
import type { OneTimePurpose, ProjectRecord } from '../../storage/records.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { newOneTime, sendOneTime } from '../../tokens/send-one-time.ts'

const purposes: Record<Recipient['kind'], OneTimePurpose> = {
  login: 'magic_link_login',
  signup: 'magic_link_signup',
  secondary: 'magic_link_secondary',
}

export function sendMagicLink(mode: SendMode) {
  return async (context: ProviderContext, call: Call<MagicLinksEmailRequest>): Promise<object> => {
    const { project, body } = call
    if (!project.settings.enabledMethods.magicLinks) throw new ProviderError('method_not_enabled')
    const identifier = emailIdentifier(body.email)
    const codeChallenge = challengeOf(project, body)
    const redirects = redirectsOf(project, body, mode)
    await againAfterRace(async () => {
      const recipient = await findRecipient(context, call, identifier, mode)
      await send(context, call, recipient, { mode, codeChallenge, redirects })
    })
    return {}
  }
}

async function send(
  context: ProviderContext,
  call: Call<MagicLinksEmailRequest>,
  recipient: Recipient,
  options: { mode: SendMode; codeChallenge: string | null; redirects: Redirects },
): Promise<void> {
  const { random, clock, baseUrl } = context
  const { project, body } = call
  const { identifier, owner, caller, kind } = recipient
  const now = clock.now()
  const isSignup = kind === 'signup'
  const pendingUser =
    options.mode === 'login_or_create' && owner === null && body.create_user_as_pending === true
      ? newUser({ project, identifier, status: 'pending', verified: false, now, random })
      : null
  const lifetimeMinutes = isSignup
    ? (body.signup_expiration_minutes ?? magicLinkSignupExpirationMinutes)
    : (body.login_expiration_minutes ?? magicLinkLoginExpirationMinutes)
  const token = newLinkToken(random)
  const row = newOneTime({
    ...{ project, recipient, lifetimeMinutes, now, random },
    purpose: purposes[kind],
    userId: caller?.user.id ?? owner?.id ?? pendingUser?.id ?? null,
    payload: { create: options.mode === 'login_or_create', ...options.redirects },
  })
  const message = magicLinkMessage({
    to: identifier.key,
    projectName: project.name,
    link: linkTo(baseUrl, project, token),
    expiresInMinutes: lifetimeMinutes,
    kind,
    locale: body.locale,
  })
  await sendOneTime(context, call, recipient, {
    event: 'magic_link_send',
    row: { ...row, tokenHash: sha256Hex(token), codeChallenge: options.codeChallenge },
    message,
    pendingUser,
    voidsEarlier: false,
  })
}

/** Leads to the provider, which sends the person on. Built from the configured address, never from the request. */
function linkTo(baseUrl: string, project: ProjectRecord, token: string): string {
  const query = new URLSearchParams({
    public_token: project.publicToken,
    [tokenTypeParameter]: 'magic_links',
    token,
  })
  return `${baseUrl}/v1/magic_links/redirect?${query}`
}

function challengeOf(project: ProjectRecord, { code_challenge }: MagicLinksEmailRequest): string | null {
  if (code_challenge === undefined) {
    if (project.settings.pkceRequired.emailMagicLinks) throw new ProviderError('pkce_required')
    return null
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(code_challenge))
    throw refuseField('.code_challenge', 'must be an S256 challenge: 43 characters of base64url', 'format')
  return code_challenge
}

interface Redirects {
  [type: string]: string
  loginRedirectUrl: string
  signupRedirectUrl: string
}

/** Both are settled before anything is known of the recipient, so that neither answer nor mail tells of it. */
function redirectsOf(project: ProjectRecord, body: MagicLinksEmailRequest, mode: SendMode): Redirects {
  const loginRedirectUrl = redirectOf(project, 'login', body.login_magic_link_url)
  if (mode === 'login_or_create')
    return { loginRedirectUrl, signupRedirectUrl: redirectOf(project, 'signup', body.signup_magic_link_url) }
  if (body.signup_magic_link_url !== undefined) redirectOf(project, 'signup', body.signup_magic_link_url)
  // An account that was never proven signs up where it is asked to log in.
  return { loginRedirectUrl, signupRedirectUrl: loginRedirectUrl }
}

function redirectOf(project: ProjectRecord, type: 'login' | 'signup', given: string | undefined): string {
  const entries = project.settings.redirectUrls[type]
  if (given !== undefined) {
    if (!isAllowedRedirect(given, entries, project.environment)) throw new ProviderError('invalid_redirect_url')
    return given
  }
  const fallback = defaultRedirect(entries, project.environment)
  if (fallback === null) throw new ProviderError('no_redirect_url')
  return fallback
}
