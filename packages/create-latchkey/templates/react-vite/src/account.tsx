import { useClient, useSession, useUser } from '@latchkey/react'

export function Account() {
  const client = useClient()
  const { session } = useSession()
  const { user } = useUser()
  const email = user?.emails[0]?.email
  return (
    <section className="card">
      <h2>You are signed in</h2>
      <p>{email}</p>
      <dl className="facts">
        <div>
          <dt>User id</dt>
          <dd title={user?.user_id}>{user?.user_id}</dd>
        </div>
        <div>
          <dt>Signed in until</dt>
          <dd>{session && new Date(session.expires_at).toLocaleString()}</dd>
        </div>
      </dl>
      <button className="button" type="button" onClick={() => client.session.revoke()}>
        Sign out
      </button>
    </section>
  )
}
