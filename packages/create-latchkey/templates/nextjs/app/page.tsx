import { auth } from '@latchkey/nextjs'
import { SignOut } from './sign-out'

/** Rendered on the server. Users who are not signed in are redirected to /login. */
export default async function Page() {
  const session = await auth.protect()
  const user = await auth.user()
  return (
    <section className="card">
      <h2>You are signed in</h2>
      <p>{user?.emails[0]?.email}</p>
      <dl className="facts">
        <div>
          <dt>User id</dt>
          <dd title={session.userId}>{session.userId}</dd>
        </div>
        <div>
          <dt>Signed in until</dt>
          <dd>{session.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</dd>
        </div>
      </dl>
      <SignOut />
    </section>
  )
}
