import type { KnownErrorType, RedirectType } from '@latchkey/contract'
import { isSafeText } from '@latchkey/contract/schemas'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { answerUser } from '../../http/pages/user-page.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OneTimeRecord } from '../../storage/records.ts'
import type { LinkType } from '../../tokens/link-to.ts'
import { landingUrl } from '../../urls/landing-url.ts'

const dead: KnownErrorType = 'unable_to_auth_magic_link'

/**
 * The target of a mailed link: redirects to the host page with the token. It spends nothing, so that a mail scanner
 * that opens every link by GET or HEAD invalidates none. A link that was used or has expired redirects to the same
 * host page with the error instead.
 */
export const landingPage: Page = {
  name: 'magic_links_redirect',
  path: '/v1/magic_links/redirect',
  handle: (context, exchange) =>
    answerUser(context, exchange, 'link', async () => {
      countRequest(context, exchange.client)
      exchange.headers.location = await findTarget(context, exchange)
      return new Response(null, { status: 302, headers: exchange.headers })
    }),
}

async function findTarget(context: ProviderContext, exchange: Exchange): Promise<string> {
  const query = new URL(exchange.request.url).searchParams
  const [publicToken, token] = [query.get('public_token') ?? '', query.get('token') ?? '']
  if (!isSafeText(publicToken) || !isSafeText(token)) throw new ProviderError(dead)
  const project = publicToken === '' ? null : await context.projects.byPublicToken(publicToken)
  if (!project) throw new ProviderError(dead)
  identifyProject(exchange, project)
  const row = token === '' ? null : await context.storage.oneTime.findByTokenHash(project.id, sha256Hex(token))
  const link = row && readLink(row)
  if (row === null || link === null) throw new ProviderError(dead)
  const { type: tokenType, address, lists } = link
  const isOpen = row.usedAt === null && row.voidedAt === null && row.expiresAt > context.clock.now()
  const target = isOpen ? landingUrl(project, address, lists, { tokenType, token }) : null
  if (isOpen && row.purpose === 'magic_link_invite' && row.organizationId !== null)
    await context.storage.invitations.change(
      organizationRealm({ projectId: project.id, id: row.organizationId }),
      row.accountId ?? '',
      { from: ['sent'], to: 'opened' },
    )
  // Used, expired and voided links get the same error, as in `magic_links/authenticate`.
  if (target === null)
    throw new ProviderError(dead, { landing: landingUrl(project, address, lists, { tokenType, error: dead }) })
  return target
}

interface Link {
  type: LinkType
  address: string
  /** The redirect lists that may contain the address. */
  lists: readonly RedirectType[]
}

/** Null for a secret that is not a link. */
function readLink({ organizationId, purpose, payload }: OneTimeRecord): Link | null {
  switch (purpose) {
    case 'magic_link_login':
    case 'magic_link_signup':
    case 'magic_link_secondary':
      return {
        type: organizationId === null ? 'magic_links' : 'multi_tenant_magic_links',
        address: String(purpose === 'magic_link_signup' ? payload.signupRedirectUrl : payload.loginRedirectUrl),
        // Both lists: a user who logs in before the address was ever verified signs up at the login URL.
        lists: ['login', 'signup'],
      }
    case 'magic_link_invite':
      return { type: 'multi_tenant_magic_links', address: String(payload.redirectUrl), lists: ['invite'] }
    case 'magic_link_email_update':
      return { type: 'multi_tenant_magic_links', address: String(payload.redirectUrl), lists: ['login'] }
    case 'magic_link_discovery':
      return { type: 'discovery', address: String(payload.redirectUrl), lists: ['discovery'] }
    case 'password_reset':
      return { type: 'reset_password', address: String(payload.redirectUrl), lists: ['reset_password'] }
    case 'password_reset_login':
      return { type: 'login', address: String(payload.redirectUrl), lists: ['login'] }
    default:
      return null
  }
}
