'use client'

import { useClient, useSession, useUser } from '@latchkey/react'
import { Login } from '@latchkey/widgets'

const config = {
  products: ['oauth', 'otp'],
  oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] },
  otpOptions: { methods: ['sms', 'email'] },
}

export default function Home() {
  const client = useClient()
  const { session } = useSession()
  const { user } = useUser()
  if (!session) return <Login config={config} />
  return (
    <>
      <p>Signed in as {user?.emails[0]?.email}</p>
      <button type="button" onClick={() => client.session.revoke()}>
        Sign out
      </button>
    </>
  )
}
