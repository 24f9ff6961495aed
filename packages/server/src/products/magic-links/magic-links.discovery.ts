import { magicLinkLoginExpirationMinutes, type Ok } from '@latchkey/contract'
import type {
  B2bMagicLinksDiscoveryAuthenticateRequest,
  B2bMagicLinksEmailDiscoverySendRequest,
  DiscoveryResponse,
} from '@latchkey/contract/b2b'
import { sha256Hex } from '../../core/hash.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { magicLinkMessage } from '../../delivery/templates/magic-link.ts'
import { emailIdentifier } from '../../identifiers/identifier.ts'
import { isMethodEnabled } from '../../methods/methods.ts'
import { describeMessage } from '../../notices/describe-message.ts'
import { discoveryRecipient } from '../../organizations/sign-in/member-recipient.ts'
import { discoveryAnswer, startDiscoveryByMail } from '../../organizations/sign-in/start-discovery.ts'
import { requestedTemplate } from '../../projects/requested-template.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { newOneTime, sendOneTime } from '../../sending/send-one-time.ts'
import { requestedBrowser, requestedChallenge } from '../../tokens/code-challenge.ts'
import { linkMinutes } from '../../tokens/link-minutes.ts'
import { linkTo } from '../../tokens/link-to.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { requestedRedirect } from '../../urls/requested-redirect.ts'
import { redeemLink } from './magic-links.authenticate.ts'

/** Sends a link that proves an address, to find the organizations of its owner. */
export async function sendDiscoveryLink(
  context: ProviderContext,
  call: Call<B2bMagicLinksEmailDiscoverySendRequest>,
): Promise<DataOf<Ok>> {
  const { project, body } = call
  const { clock, random, baseUrl } = context
  requireMethod(project, 'magicLinks')
  const recipient = discoveryRecipient(call, emailIdentifier(body.email_address))
  const codeChallenge = requestedChallenge(project.settings.pkceRequired.emailMagicLinks, body.pkce_code_challenge)
  const browser = requestedBrowser(body.browser_challenge)
  const redirectUrl = requestedRedirect(project, 'discovery', body.discovery_redirect_url)
  const template = await requestedTemplate(context, project, 'magic_link', body.login_template_id)
  const lifetimeMinutes = linkMinutes(project, body.discovery_expiration_minutes ?? magicLinkLoginExpirationMinutes)
  const messageContext = describeMessage(context, call, { account: null, locale: body.locale, template })
  const token = newLinkToken(random)
  const row = newOneTime({
    ...{ project, recipient, lifetimeMinutes, random, now: clock.now(), accountId: null },
    purpose: 'magic_link_discovery',
    payload: { redirectUrl, ...browser, language: messageContext.language.tag },
  })
  const message = magicLinkMessage({
    to: recipient.identifier.key,
    link: linkTo(baseUrl, project, 'discovery', token),
    expiresInMinutes: lifetimeMinutes,
    kind: 'login',
    context: messageContext,
  })
  await sendOneTime(context, call, recipient, {
    event: 'magic_link_send',
    row: { ...row, tokenHash: sha256Hex(token), codeChallenge },
    message,
    pendingUser: null,
    voidsEarlier: false,
  })
  return {}
}

export async function authenticateDiscoveryLink(
  context: ProviderContext,
  call: Call<B2bMagicLinksDiscoveryAuthenticateRequest>,
): Promise<DataOf<DiscoveryResponse>> {
  const { project, body } = call
  const token = newLinkToken(context.random)
  const { row, result } = await redeemLink(
    context,
    call,
    {
      token: body.discovery_magic_links_token,
      verifier: body.pkce_code_verifier,
      purposes: isMethodEnabled(project.settings, 'magicLinks') ? ['magic_link_discovery'] : [],
    },
    (tx, row) =>
      startDiscoveryByMail(tx, context, call, { row, type: 'magic_link', event: 'magic_link_authenticate', token }),
  )
  context.metrics.oneTime(row.purpose, 'redeemed')
  return discoveryAnswer(context, call, result, token)
}
