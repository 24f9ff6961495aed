import type { B2bMembersSearchRequest, B2bMembersSearchResponse, FoundMember } from '@latchkey/contract/b2b'
import { hmacHex } from '../../core/hash.ts'
import { withMinimumDuration } from '../../core/minimum-duration.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { emailIdentifier, identifierText } from '../../identifiers/identifier.ts'
import { takeLimits } from '../../limits/take-limits.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { MemberRecord } from '../../storage/records.ts'

/**
 * Decides which form a user sees before signing in. Like `users/search` it reveals whether an account exists, so it is
 * limited and has a minimum duration. A strict project answers the same for every address.
 */
export function searchMembers(
  context: ProviderContext,
  call: Call<B2bMembersSearchRequest>,
): Promise<DataOf<B2bMembersSearchResponse>> {
  return withMinimumDuration(context.config.searchFloorMs, async () => {
    const { project, body, client } = call
    const email = emailIdentifier(body.email_address)
    await takeLimits(context, call, [
      { name: 'searches_per_ip', key: client.prefix },
      { name: 'searches_per_project', key: '' },
      { name: 'searches_per_identifier', key: `${identifierText(email)}|${client.prefix}` },
    ])
    const realm = organizationRealm({ projectId: project.id, id: body.organization_id })
    const found = await context.storage.members.findByEmail(realm, email.key)
    if (project.settings.enumeration === 'strict') return { member: newDecoyMember(context, call, email.key) }
    // The name is for members only: without a session the field is empty.
    return { member: found && { status: found.status, name: '', member_password_id: passwordIdOf(found) } }
  })
}

function passwordIdOf({ account }: MemberRecord): string {
  return account.registrations.find(({ kind }) => kind === 'password')?.id ?? ''
}

/** A member with a password, for any address. The id is stable for an address, as a real one would be. */
function newDecoyMember({ vault }: ProviderContext, call: Call<B2bMembersSearchRequest>, email: string): FoundMember {
  const { project, body } = call
  const digits = hmacHex(vault.derive(`member search:${project.id}`), `${body.organization_id}\n${email}`)
  const [a, b, c, d, e] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 15), digits.slice(15, 18), digits]
  const uuid = `${a}-${b}-4${c}-8${d}-${e.slice(18, 30)}`
  return { status: 'active', name: '', member_password_id: `member-password-${project.environment}-${uuid}` }
}
