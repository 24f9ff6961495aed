import { magicLinkLoginExpirationMinutes, type PasswordsEmailResetStartRequest } from '@latchkey/contract'
import { sha256Hex } from '../../core/hash.ts'
import type { Call } from '../../core/route.ts'
import { passwordResetMessage, type ResetKind } from '../../delivery/templates/password-reset.ts'
import { emailIdentifier, type Identifier } from '../../identifiers/identifier.ts'
import { describeMessage } from '../../notices/describe-message.ts'
import { requestedTemplate } from '../../projects/requested-template.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { findRecipient, type Recipient, readerOf } from '../../sending/recipient.ts'
import { newOneTime, sendOneTime } from '../../sending/send-one-time.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { AccountRecord } from '../../storage/records.ts'
import { requestedBrowser, requestedChallenge } from '../../tokens/code-challenge.ts'
import { linkMinutes } from '../../tokens/link-minutes.ts'
import { type LinkType, linkTo } from '../../tokens/link-to.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { requestedRedirect } from '../../urls/requested-redirect.ts'

const resetExpirationMinutes = 30

/**
 * In a strict project an address without an account gets the same mail, and either link signs its owner up. In every
 * project so does an address that another account only claims: its owner cannot create a password for it.
 */
export function startReset(context: ProviderContext, call: Call<PasswordsEmailResetStartRequest>): Promise<object> {
  const { project, body } = call
  const isStrict = project.settings.enumeration === 'strict'
  const mode = isStrict ? 'login_or_create' : 'login_or_claim'
  return sendReset(context, call, {
    email: body.email,
    login: { type: 'login', purpose: 'password_reset_login', redirect: 'login', url: body.login_redirect_url },
    async findRecipient(identifier) {
      const recipient = await findRecipient(context, call, identifier, mode, projectRealm(project.id))
      return { recipient, create: isStrict || recipient.isClaimed }
    },
  })
}

/** What users and members have of their own. */
interface ResetTarget {
  email: string
  /** The link that signs in without a new password. */
  login: {
    type: LinkType
    purpose: 'password_reset_login' | 'magic_link_discovery'
    redirect: 'login' | 'discovery'
    url: string | undefined
  }
  /** `create`: the links sign up an address without an account. */
  findRecipient(identifier: Identifier): Promise<{ recipient: Recipient; create: boolean; kind?: ResetKind }>
}

/** Mails two links: one to set a password, one to sign in without it. Both are bound to the same challenge. */
export async function sendReset(
  context: ProviderContext,
  call: Call<Omit<PasswordsEmailResetStartRequest, 'email'>>,
  target: ResetTarget,
): Promise<object> {
  const { random, clock, baseUrl } = context
  const { project, body } = call
  requireMethod(project, 'passwords')
  const identifier = emailIdentifier(target.email)
  const codeChallenge = requestedChallenge(project.settings.pkceRequired.passwordResets, body.code_challenge)
  const browser = requestedBrowser(body.browser_challenge)
  const resetUrl = requestedRedirect(project, 'reset_password', body.reset_password_redirect_url)
  const loginUrl = requestedRedirect(project, target.login.redirect, target.login.url)
  const template = await requestedTemplate(context, project, 'password_reset', body.reset_password_template_id)
  const { recipient, create, kind = resetKind(recipient.owner) } = await target.findRecipient(identifier)
  const minutes = linkMinutes(project, body.reset_password_expiration_minutes ?? resetExpirationMinutes)
  const loginMinutes = linkMinutes(project, body.login_expiration_minutes ?? magicLinkLoginExpirationMinutes)
  const messageContext = describeMessage(context, call, { ...readerOf(recipient), locale: body.locale, template })
  const language = messageContext.language.tag
  const shared = { ...{ project, recipient, random }, now: clock.now(), accountId: recipient.owner?.id ?? null }
  const reset = newOneTime({
    ...shared,
    purpose: 'password_reset',
    lifetimeMinutes: minutes,
    payload: { create, redirectUrl: resetUrl, language, ...browser },
  })
  const login = newOneTime({
    ...shared,
    purpose: target.login.purpose,
    lifetimeMinutes: loginMinutes,
    payload: { create, redirectUrl: loginUrl, language, ...browser },
  })
  const [resetToken, loginToken] = [newLinkToken(random), newLinkToken(random)]
  await sendOneTime(context, call, recipient, {
    event: 'password_reset_send',
    row: { ...reset, tokenHash: sha256Hex(resetToken), codeChallenge },
    companion: { ...login, tokenHash: sha256Hex(loginToken), codeChallenge },
    message: passwordResetMessage({
      to: identifier.key,
      resetLink: linkTo(baseUrl, project, 'reset_password', resetToken),
      loginLink: linkTo(baseUrl, project, target.login.type, loginToken),
      expiresInMinutes: minutes,
      loginExpiresInMinutes: loginMinutes,
      kind,
      context: messageContext,
    }),
    pendingUser: null,
    voidsEarlier: false,
  })
  return {}
}

/** An existing user may have no password to reset: the mail must not claim that there is one. */
function resetKind(owner: AccountRecord | null): ResetKind {
  if (owner === null) return 'signup'
  return owner.registrations.some(({ kind }) => kind === 'password') ? 'reset' : 'set_password'
}
