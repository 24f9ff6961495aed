import type { AdminUser } from '@latchkey/contract/admin'
import { useClient } from '@latchkey/react'
import type { ReactElement } from 'react'
import type { DevAdmin } from '../admin/dev-admin.ts'
import { nameOf } from '../widget-preview/session-labels.ts'
import { type Users, useUsers } from './use-users.ts'

/** The users of the project: impersonate one, or lock one out. */
export function UsersSection({ admin }: { readonly admin: DevAdmin }): ReactElement {
  const users = useUsers(admin, useClient())
  return (
    <>
      <p className="section-note">
        What an operator does with a secret key. <a href="/docs/administration">Docs</a>
      </p>
      {users.error ? (
        <p className="hint" role="alert">
          {users.error}
        </p>
      ) : null}
      {users.list?.length === 0 ? <p className="hint">No users yet. Sign in with any address.</p> : null}
      <ul className="users" aria-label="Users, newest first" aria-busy={users.list === null}>
        {users.list?.map((user) => (
          <UserRow key={user.user_id} user={user} users={users} />
        ))}
      </ul>
      <button type="button" className="text-button" onClick={users.refresh}>
        Refresh
      </button>
    </>
  )
}

function UserRow({ user, users }: { readonly user: AdminUser; readonly users: Users }): ReactElement {
  const name = nameOf(user)
  return (
    <li className="user">
      <span className="user-name" title={name}>
        {name}
      </span>
      {user.is_locked ? (
        <span className="badge" data-kind="error">
          locked
        </span>
      ) : null}
      <span className="user-buttons">
        <button
          type="button"
          className="text-button"
          aria-label={`Impersonate ${name}`}
          onClick={() => users.impersonate(user)}
        >
          Impersonate
        </button>
        {user.is_locked ? (
          <button
            type="button"
            className="text-button"
            aria-label={`Unlock ${name}`}
            onClick={() => users.unlock(user)}
          >
            Unlock
          </button>
        ) : user.emails.length > 0 ? (
          <button type="button" className="text-button" aria-label={`Lock ${name}`} onClick={() => users.lock(user)}>
            Lock
          </button>
        ) : null}
      </span>
    </li>
  )
}
