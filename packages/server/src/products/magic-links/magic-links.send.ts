import {
  type MagicLinksEmailRequest,
  magicLinkLoginExpirationMinutes,
  magicLinkSignupExpirationMinutes,
} from '@latchkey/contract'
import { newAccount } from '../../accounts/new-account.ts'
import { retryAfterRace } from '../../accounts/registration-race.ts'
import { sha256Hex } from '../../core/hash.ts'
import type { Call } from '../../core/route.ts'
import { magicLinkMessage } from '../../delivery/templates/magic-link.ts'
import { emailIdentifier, type Identifier } from '../../identifiers/identifier.ts'
import { describeMessage } from '../../notices/describe-message.ts'
import { requestedTemplates } from '../../projects/requested-template.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { findRecipient, type Recipient, readerOf, type SendMode } from '../../sending/recipient.ts'
import { newOneTime, sendOneTime } from '../../sending/send-one-time.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { OneTimePurpose, ProjectRecord, TemplateRecord } from '../../storage/records.ts'
import { requestedBrowser, requestedChallenge } from '../../tokens/code-challenge.ts'
import { linkMinutes } from '../../tokens/link-minutes.ts'
import { type LinkType, linkTo } from '../../tokens/link-to.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { requestedRedirect } from '../../urls/requested-redirect.ts'

const purposes: Record<Recipient['kind'], OneTimePurpose> = {
  login: 'magic_link_login',
  signup: 'magic_link_signup',
  secondary: 'magic_link_secondary',
}

/** What users and members have of their own. */
interface LinkTarget {
  mode: SendMode
  linkType: LinkType
  findRecipient(identifier: Identifier): Promise<Recipient>
}

export function sendMagicLink(mode: SendMode) {
  return (context: ProviderContext, call: Call<MagicLinksEmailRequest>): Promise<object> => {
    const realm = projectRealm(call.project.id)
    return sendLink(context, call, {
      mode,
      linkType: 'magic_links',
      findRecipient: (identifier) => findRecipient(context, call, identifier, mode, realm),
    })
  }
}

export async function sendLink(
  context: ProviderContext,
  call: Call<MagicLinksEmailRequest>,
  target: LinkTarget,
): Promise<object> {
  const { project, body } = call
  const { mode, linkType } = target
  requireMethod(project, 'magicLinks')
  const identifier = emailIdentifier(body.email)
  const codeChallenge = requestedChallenge(project.settings.pkceRequired.emailMagicLinks, body.code_challenge)
  const browser = requestedBrowser(body.browser_challenge)
  const redirects = readRedirects(project, body, mode)
  const templates = await requestedTemplates(context, project, 'magic_link', body)
  await retryAfterRace(async () => {
    const recipient = await target.findRecipient(identifier)
    await send(context, call, recipient, { mode, linkType, codeChallenge, browser, redirects, templates })
  })
  return {}
}

async function send(
  context: ProviderContext,
  call: Call<MagicLinksEmailRequest>,
  recipient: Recipient,
  options: {
    mode: SendMode
    linkType: LinkType
    codeChallenge: string | null
    browser: { browserChallenge?: string }
    redirects: Redirects
    templates: { login: TemplateRecord | null; signup: TemplateRecord | null }
  },
): Promise<void> {
  const { random, clock, baseUrl } = context
  const { project, body } = call
  const { identifier, owner, isClaimed, caller, kind } = recipient
  const now = clock.now()
  const isSignup = kind === 'signup'
  // An address that another account claims cannot be stored for a second one before it is proven.
  const isNew = options.mode === 'login_or_create' && owner === null && !isClaimed
  const pendingUser =
    isNew && body.create_user_as_pending === true
      ? newAccount(recipient.realm, { project, identifier, status: 'pending', verified: false, now, random })
      : null
  const lifetimeMinutes = linkMinutes(
    project,
    isSignup
      ? (body.signup_expiration_minutes ?? magicLinkSignupExpirationMinutes)
      : (body.login_expiration_minutes ?? magicLinkLoginExpirationMinutes),
  )
  const template = isSignup ? options.templates.signup : options.templates.login
  const messageContext = describeMessage(context, call, { ...readerOf(recipient), locale: body.locale, template })
  const token = newLinkToken(random)
  const row = newOneTime({
    ...{ project, recipient, lifetimeMinutes, now, random },
    purpose: purposes[kind],
    accountId: caller?.account.id ?? owner?.id ?? pendingUser?.id ?? null,
    payload: {
      create: options.mode === 'login_or_create',
      ...options.redirects,
      ...options.browser,
      language: messageContext.language.tag,
    },
  })
  const message = magicLinkMessage({
    to: identifier.key,
    link: linkTo(baseUrl, project, options.linkType, token),
    expiresInMinutes: lifetimeMinutes,
    kind,
    context: messageContext,
  })
  await sendOneTime(context, call, recipient, {
    event: 'magic_link_send',
    row: { ...row, tokenHash: sha256Hex(token), codeChallenge: options.codeChallenge },
    message,
    pendingUser,
    voidsEarlier: false,
  })
}

interface Redirects {
  [type: string]: string
  loginRedirectUrl: string
  signupRedirectUrl: string
}

/** Validated before the recipient is looked up, so that neither response nor email reveals whether an account exists. */
function readRedirects(project: ProjectRecord, body: MagicLinksEmailRequest, mode: SendMode): Redirects {
  const loginRedirectUrl = requestedRedirect(project, 'login', body.login_magic_link_url)
  if (mode === 'login_or_create')
    return { loginRedirectUrl, signupRedirectUrl: requestedRedirect(project, 'signup', body.signup_magic_link_url) }
  if (body.signup_magic_link_url !== undefined) requestedRedirect(project, 'signup', body.signup_magic_link_url)
  // An account whose address was never verified signs up at the login URL.
  return { loginRedirectUrl, signupRedirectUrl: loginRedirectUrl }
}
