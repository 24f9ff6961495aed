import type { B2bMagicLinksInspectRequest, B2bMagicLinksInspectResponse } from '@latchkey/contract/b2b'
import { leadsToAccount } from '../../accounts/prove-identifier.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { parseIdentifier } from '../../identifiers/identifier.ts'
import { isMethodEnabled } from '../../methods/methods.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { redeemable } from './redeemable.ts'

const dead = 'unable_to_auth_magic_link'

/**
 * The address and the organization of a link, for a page that asks the person to confirm it, such as an invitation that
 * was opened while another account is signed in. The holder of the token has read the mail. Rejects a link that would
 * not be accepted without a verifier. Spends nothing.
 */
export async function inspectMemberLink(
  { storage, clock }: ProviderContext,
  { body, project }: Call<B2bMagicLinksInspectRequest>,
): Promise<DataOf<B2bMagicLinksInspectResponse>> {
  const { settings } = project
  const purposes = redeemable(settings)
  const discovery = isMethodEnabled(settings, 'magicLinks') ? (['magic_link_discovery'] as const) : []
  const row = await storage.oneTime.findUsable({
    ...{ projectId: project.id, tokenHash: sha256Hex(body.token), now: clock.now() },
    purposes: purposes.length === 0 ? [] : [...purposes, ...discovery, 'magic_link_invite'],
  })
  if (row === null) throw new ProviderError(dead)
  const { organizationId, codeChallenge, identifier, purpose } = row
  const found = organizationId === null ? null : await storage.organizations.get(project.id, organizationId)
  const isAccepted =
    purpose === 'magic_link_discovery' || (found?.suspendedAt === null && (await leadsToAccount(storage, row)))
  if (!isAccepted) throw new ProviderError(dead)
  if (codeChallenge !== null) throw new ProviderError('pkce_mismatch')
  return {
    email_address: parseIdentifier(identifier).key,
    organization: found && {
      organization_id: found.id,
      organization_name: found.name,
      organization_slug: found.slug,
      organization_logo_url: found.logoUrl ?? '',
    },
    is_invitation: purpose === 'magic_link_invite',
  }
}
