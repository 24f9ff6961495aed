import { useAuth } from '@latchkey/react'

export function Account() {
  const { user, session, signOut } = useAuth()
  return (
    <section className="card">
      <h2>You are signed in</h2>
      <p>{user?.emails[0]?.email}</p>
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
      <button className="button" type="button" onClick={() => signOut()}>
        Sign out
      </button>
    </section>
  )
}
