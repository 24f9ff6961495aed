import type { MagicLinksInspectRequest, MagicLinksInspectResponse } from '@latchkey/contract'
import { leadsToAccount } from '../../accounts/prove-identifier.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { parseIdentifier } from '../../identifiers/identifier.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { redeemable } from './redeemable.ts'

const dead = 'unable_to_auth_magic_link'

/**
 * The address that a link signs in, for a page that asks the user to confirm it. The holder of the token has read the
 * mail, so the address is not new to them. Rejects what `magic_links/authenticate` would reject without a verifier, also
 * if the account was disabled or deleted since. Spends nothing and counts nothing.
 */
export async function inspectMagicLink(
  { storage, clock }: ProviderContext,
  { body, project }: Call<MagicLinksInspectRequest>,
): Promise<DataOf<MagicLinksInspectResponse>> {
  const row = await storage.oneTime.findUsable({
    ...{ projectId: project.id, tokenHash: sha256Hex(body.token) },
    ...{ purposes: redeemable(project.settings), now: clock.now() },
  })
  if (row === null || !(await leadsToAccount(storage, row))) throw new ProviderError(dead)
  if (row.codeChallenge !== null) throw new ProviderError('pkce_mismatch')
  // Not masked: an attacker could choose an address that looks like the victim's behind a mask.
  return { email: parseIdentifier(row.identifier).key }
}
