import { createHash } from 'node:crypto'
import { brandName, errorTable, type RedirectType, tokenTypeParameter } from '@latchkey/contract'
import { isSafeText } from '@latchkey/contract/schemas'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { ProviderError } from '../../http/provider-error.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { sha256Hex } from '../../security/hash.ts'
import { isAllowedRedirect } from '../../security/redirect-list.ts'
import type { OneTimeRecord, ProjectRecord } from '../../storage/records.ts'
import type { LinkType } from '../../tokens/link-to.ts'

/**
 * Where a mailed link leads: it sends the person on to the application, with the token. Nothing is spent here, so
 * a scanner that opens every link of a mail, by GET or HEAD, spoils none.
 */
export const landingPage: Page = {
  name: 'magic_links_redirect',
  path: '/v1/magic_links/redirect',
  async handle(context, exchange) {
    countRequest(context, exchange.client)
    const query = new URL(exchange.request.url).searchParams
    const token = query.get('token') ?? ''
    const row = await findLink(context, exchange, query.get('public_token') ?? '', token)
    const link = row && linkOf(row)
    // The list is asked again: an address taken off it since the send may be why it was taken off.
    if (link === null || !isOnList(exchange.project, link)) return deadLink(exchange)
    const target = new URL(link.address)
    target.searchParams.set(tokenTypeParameter, link.type)
    target.searchParams.set('token', token)
    exchange.headers.location = target.href
    return new Response(null, { status: 302, headers: exchange.headers })
  },
}

async function findLink(
  context: ProviderContext,
  exchange: Exchange,
  publicToken: string,
  token: string,
): Promise<OneTimeRecord | null> {
  if (publicToken === '' || token === '' || !isSafeText(publicToken) || !isSafeText(token)) return null
  const project = await context.projects.byPublicToken(publicToken)
  if (!project) return null
  identifyProject(exchange, project)
  const row = await context.storage.oneTime.findByTokenHash(project.id, sha256Hex(token))
  if (!row || linkOf(row) === null || row.usedAt !== null || row.voidedAt !== null) return null
  return row.expiresAt > context.clock.now() ? row : null
}

interface Link {
  type: LinkType
  address: string
  /** Of which kinds of addresses it may be. */
  lists: readonly RedirectType[]
}

/** Null for a secret that is no link. */
function linkOf({ purpose, payload }: OneTimeRecord): Link | null {
  switch (purpose) {
    case 'magic_link_login':
    case 'magic_link_signup':
    case 'magic_link_secondary':
      return {
        type: 'magic_links',
        address: String(purpose === 'magic_link_signup' ? payload.signupRedirectUrl : payload.loginRedirectUrl),
        // Both: who is asked to log in without ever having been proven signs up where a login leads.
        lists: ['login', 'signup'],
      }
    case 'password_reset':
      return { type: 'reset_password', address: String(payload.redirectUrl), lists: ['reset_password'] }
    case 'password_reset_login':
      return { type: 'login', address: String(payload.redirectUrl), lists: ['login'] }
    default:
      return null
  }
}

function isOnList(project: ProjectRecord | null, { address, lists }: Link): boolean {
  if (project === null) return false
  const entries = lists.flatMap((list) => project.settings.redirectUrls[list])
  return isAllowedRedirect(address, entries, project.environment)
}

const style = [
  ':root{color-scheme:light dark}',
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif}',
  'main{max-width:26rem;padding:2rem;text-align:center}h1{font-size:1.5rem;margin:0 0 .5rem}p{margin:0;opacity:.75}',
].join('')

/** For a person: one sentence on what to do. For a program: the error of the table. */
function deadLink({ request, headers }: Exchange): Response {
  const accept = request.headers.get('accept') ?? ''
  if (accept.includes('application/json') && !accept.includes('text/html'))
    throw new ProviderError('unable_to_auth_magic_link')
  const styleHash = createHash('sha256').update(style).digest('base64')
  headers['content-type'] = 'text/html; charset=utf-8'
  headers['content-security-policy'] =
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return new Response(page, { status: 400, headers })
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>This link does not work anymore · ${brandName}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>This link does not work anymore</h1>
<p>${errorTable.unable_to_auth_magic_link.message.replace(', try again.', '.')} Go back to the page you came from and ask for a new one.</p>
</main>
</body>
</html>
`
