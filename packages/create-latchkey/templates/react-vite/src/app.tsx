import { createClient } from '@latchkey/client'
import { LatchkeyProvider, useSession } from '@latchkey/react'
import { Account } from './account'
import { SignIn } from './sign-in'

// Set in .env.
const client = createClient(import.meta.env.VITE_LATCHKEY_PUBLIC_TOKEN, {
  domains: { api: import.meta.env.VITE_LATCHKEY_URL },
})

export function App() {
  return (
    <LatchkeyProvider client={client}>
      <main className="page">
        <h1 className="brand">Your application</h1>
        <div className="content">
          <Page />
        </div>
      </main>
    </LatchkeyProvider>
  )
}

/** Shows the account as soon as a user is signed in, in this tab or in another one. */
function Page() {
  const { session } = useSession()
  return session ? <Account /> : <SignIn />
}
