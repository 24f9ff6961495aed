import { isSafeText } from '@latchkey/contract/schemas'
import {
  isContact,
  isOfAccount,
  networkLinkPath,
  opensPassword,
  readNetworkLink,
  takePasswordUse,
} from '../../accounts/network-link.ts'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { Page } from '../../http/page.ts'
import { answerUser, confirmationPage, donePage } from '../../http/pages/user-page.ts'
import { rememberNetwork } from '../../limits/known-networks.ts'
import { newFactor } from '../../organizations/prove-factor.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { reachFactor } from '../../sessions/factors.ts'

const dead = 'unable_to_auth_magic_link'

/**
 * The target of the link in a message. GET only asks, so that a mail scanner that opens the link changes nothing; POST
 * makes the caller's network known for messages to the user and for passcodes to this mailbox or number. If the project
 * sends no passcodes to numbers, a link to a number opens the password instead.
 */
export const allowNetworkPage: Page = {
  name: 'networks_allow',
  path: networkLinkPath,
  methods: ['GET', 'POST'],
  handle: (context, exchange) =>
    answerUser(context, exchange, 'link', async () => {
      countRequest(context, exchange.client)
      const target = await findTarget(context, exchange)
      if (exchange.request.method !== 'POST')
        return confirmationPage(exchange, ({ network_title, network_text, network_button }) => ({
          ...{ heading: network_title, text: network_text, button: network_button },
        }))
      await allow(context, exchange, target)
      return donePage(exchange, (texts) => ({ heading: texts.network_done_title, text: texts.network_done_text }))
    }),
}

type Target = Awaited<ReturnType<typeof findTarget>>

/** The link's project, user and mailbox or number, as long as that is still the user's. */
async function findTarget(context: ProviderContext, exchange: Exchange) {
  const query = new URL(exchange.request.url).searchParams
  const [publicToken, token] = [query.get('public_token') ?? '', query.get('token') ?? '']
  if (!isSafeText(publicToken) || !isSafeText(token)) throw new ProviderError(dead)
  const project = publicToken === '' ? null : await context.projects.byPublicToken(publicToken)
  if (!project) throw new ProviderError(dead)
  identifyProject(exchange, project)
  const link = readNetworkLink(context, project, token)
  const account = link && (await context.storage.accounts.get(project.id, link.accountId))
  const contact = account?.registrations.find((one) => one.id === link?.registrationId && isContact(account, one))
  if (!account || account.disabledAt !== null || contact === undefined || !isOfAccount(link, account))
    throw new ProviderError(dead)
  return { project, account, contact, link }
}

async function allow(context: ProviderContext, exchange: Exchange, target: Target): Promise<void> {
  const { project, account, contact, link } = target
  const { client, requestId } = exchange
  const now = context.clock.now()
  await context.storage.transaction(async (tx) => {
    const network = { projectId: project.id, accountId: account.id, prefix: client.prefix, now }
    const isForPassword = opensPassword(project, account, contact) && (await takePasswordUse(tx, project, link))
    const proven = [
      ...(contact.kind === 'email'
        ? [reachFactor('magic_link', 'email', contact, now)]
        : [reachFactor('otp', 'sms', contact, now), reachFactor('otp', 'whatsapp', contact, now)]),
      ...(isForPassword ? [newFactor('password', 'knowledge', now)] : []),
    ]
    await rememberNetwork(tx, network, proven, context.dayLimits)
    const entry = { event: 'network_allow', result: 'ok', accountId: account.id, targetId: contact.id } as const
    await audit(tx, context, { project, client, requestId }, entry)
  })
}
