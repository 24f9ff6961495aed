import { Protect, useAuth } from '@latchkey/react'
import type { ReactElement } from 'react'

/** Who is signed in, and what the roles of the user permit. */
export function Account(): ReactElement {
  const { user, session, signOut } = useAuth()
  return (
    <section className="card">
      <h2>Welcome</h2>
      <p className="muted">Open a second tab: it is signed in too, and signs out together with this one.</p>
      <dl>
        <div>
          <dt>Email</dt>
          <dd>{user?.emails[0]?.email ?? 'none'}</dd>
        </div>
        <div>
          <dt>Signed in until</dt>
          <dd>{session && new Date(session.expires_at).toLocaleTimeString()}</dd>
        </div>
        <div>
          <dt>Notes</dt>
          <dd>
            <Protect resource="notes" action="write" fallback="You may read them.">
              You may read and change them.
            </Protect>
          </dd>
        </div>
      </dl>
      <button type="button" className="plain" onClick={() => signOut()}>
        Sign out
      </button>
    </section>
  )
}
