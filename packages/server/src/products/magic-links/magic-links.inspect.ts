import type { MagicLinksInspectRequest, MagicLinksInspectResponse } from '@latchkey/contract'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { parseIdentifier } from '../../identifiers/identifier.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { redeemable } from './redeemable.ts'

/**
 * Whom a link signs in, for a page that asks the user to confirm it: the holder of the token has read the mail, so the
 * address is no news. Rejects what would be rejected without a verifier. Spends nothing and counts nothing.
 */
export async function inspectMagicLink(
  { storage, clock }: ProviderContext,
  { body, project }: Call<MagicLinksInspectRequest>,
): Promise<DataOf<MagicLinksInspectResponse>> {
  const row = await storage.oneTime.findByTokenHash(project.id, sha256Hex(body.token))
  const isOpen =
    row !== null &&
    redeemable(project.settings.enabledMethods).includes(row.purpose) &&
    row.usedAt === null &&
    row.voidedAt === null &&
    row.expiresAt > clock.now()
  if (!isOpen) throw new ProviderError('unable_to_auth_magic_link')
  if (row.codeChallenge !== null) throw new ProviderError('pkce_mismatch')
  // Not masked: an attacker could choose an address that looks like the victim's behind a mask.
  return { email: parseIdentifier(row.identifier).key }
}
