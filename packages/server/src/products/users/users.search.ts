import type { UsersSearchRequest, UsersSearchResponse, UserType } from '@latchkey/contract'
import { withMinimumDuration } from '../../core/minimum-duration.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { emailIdentifier, identifierText } from '../../identifiers/identifier.ts'
import { takeLimits } from '../../limits/take-limits.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { projectRealm } from '../../storage/realm.ts'

/**
 * Decides which form the user sees next. By contract the response reveals whether an account exists, so it is limited and
 * has a minimum duration. A strict project always answers `password`.
 */
export function searchUsers(
  context: ProviderContext,
  call: Call<UsersSearchRequest>,
): Promise<DataOf<UsersSearchResponse>> {
  return withMinimumDuration(context.config.searchFloorMs, () => search(context, call))
}

async function search(context: ProviderContext, call: Call<UsersSearchRequest>): Promise<DataOf<UsersSearchResponse>> {
  const identifier = emailIdentifier(call.body.email)
  await takeLimits(context, call, [
    { name: 'searches_per_ip', key: call.client.prefix },
    { name: 'searches_per_project', key: '' },
    // Per network, so that searches of an attacker do not use up the limit of the address's owner.
    { name: 'searches_per_identifier', key: `${identifierText(identifier)}|${call.client.prefix}` },
  ])
  const { project } = call
  const realm = projectRealm(project.id)
  const account = await context.storage.accounts.findByRegistration(realm, identifier.kind, identifier.key)
  const userType: UserType =
    project.settings.enumeration === 'strict'
      ? 'password'
      : account === null
        ? 'new'
        : account.registrations.some(({ kind }) => kind === 'password')
          ? 'password'
          : 'passwordless'
  return { userType }
}
