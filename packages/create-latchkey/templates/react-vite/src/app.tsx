import { createClient } from '@latchkey/client'
import { LatchkeyProvider, SignedIn, SignedOut } from '@latchkey/react'
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
          <SignedIn>
            <Account />
          </SignedIn>
          <SignedOut>
            <SignIn />
          </SignedOut>
        </div>
      </main>
    </LatchkeyProvider>
  )
}
