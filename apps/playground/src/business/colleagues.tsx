import type { B2bClient, Member } from '@latchkey/client/b2b'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { type ReactElement, useState } from 'react'
import type { MemberSignIn } from './use-member-sign-in.ts'

export interface Colleagues {
  /** Null until they were requested. */
  readonly list: readonly Member[] | null
  find(): void
  setAdmin(colleague: Member, isAdmin: boolean): void
}

/** The other members of the organization, as its admins see and change them with the client. */
export function useColleagues(client: B2bClient, { state, run }: MemberSignIn): Colleagues {
  const memberId = state.member?.member_id ?? ''
  const [found, setFound] = useState<{ by: string; members: readonly Member[] } | null>(null)
  const read = async (): Promise<void> => {
    const { members } = await client.organization.members.search({ limit: 50 })
    setFound({ by: memberId, members: members.filter(({ member_id }) => member_id !== memberId) })
  }
  return {
    // Another member of this browser has other colleagues.
    list: found?.by === memberId ? found.members : null,
    find: () => run(read),
    setAdmin: ({ member_id, roles }, isAdmin) =>
      run(async () => {
        const direct = roles
          .filter(({ sources }) => sources.some(({ type }) => type === 'direct_assignment'))
          .map(({ role_id }) => role_id)
          .filter((role) => role !== builtInRoleIds.admin && role !== builtInRoleIds.member)
        // Sessions continue with the new roles.
        await client.organization.members.update({
          ...{ member_id, preserve_existing_sessions: true },
          roles: isAdmin ? [...direct, builtInRoleIds.admin] : direct,
        })
        await read()
      }),
  }
}

export function ColleagueList({ colleagues }: { readonly colleagues: Colleagues }): ReactElement | null {
  const { list, setAdmin } = colleagues
  if (list === null) return null
  return (
    <section className="member-switch" aria-labelledby="colleagues-title">
      <h3 id="colleagues-title">Colleagues</h3>
      {list.length === 0 ? <p className="business-note">The organization has no other members.</p> : null}
      <ul className="member-list" aria-labelledby="colleagues-title">
        {list.map((colleague) => {
          const { member_id, name, email_address, is_admin: isAdmin } = colleague
          const action = isAdmin ? 'Remove admin' : 'Make admin'
          return (
            <li key={member_id} className="member">
              <p className="member-name">
                <strong>{name || email_address}</strong>
                {name ? <small>{email_address}</small> : null}
              </p>
              <button
                type="button"
                className="chip-button"
                aria-label={`${action}: ${email_address}`}
                onClick={() => setAdmin(colleague, !isAdmin)}
              >
                {action}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
