/// <reference types="vite/client" />
// A host application on Vite and React, as the documentation tells developers to write it.
import { createClient } from '@latchkey/client'
import { LatchkeyProvider, useSession, useUser } from '@latchkey/react'
import { IdentityProvider, Login, type LoginConfig, PasskeyRegistration, ResetPassword } from '@latchkey/widgets'
import { type ReactElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const client = createClient(import.meta.env.VITE_LATCHKEY_PUBLIC_TOKEN, {
  domains: { testApi: import.meta.env.VITE_LATCHKEY_API },
})

const config = {
  products: ['oauth', 'otp'],
  oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] },
  otpOptions: { methods: ['sms', 'email'] },
} satisfies LoginConfig

const pages: Readonly<Record<string, () => ReactElement>> = {
  '/': Home,
  '/passkeys': () => <PasskeyRegistration />,
  '/reset': () => <ResetPassword passwordResetToken="password-reset-token" />,
  '/consent': () => <IdentityProvider />,
}

function Home(): ReactElement {
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

const Page = pages[location.pathname] ?? Home
const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <LatchkeyProvider client={client}>
      <main>
        <h1>Host application</h1>
        <Page />
      </main>
    </LatchkeyProvider>
  </StrictMode>,
)
