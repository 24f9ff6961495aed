import { SignedIn, SignedOut } from '@latchkey/react'
import type { ReactElement } from 'react'
import { Account } from './account.tsx'
import { PasscodeForm } from './passcode-form.tsx'
import { SignIn } from './sign-in.tsx'

const links = [
  ['/', 'Widget'],
  ['/custom', 'Own form'],
] as const

/** Two ways to sign in. A user who is signed in sees the account on both pages. */
export function App(): ReactElement {
  return (
    <>
      <header>
        <h1>Acme</h1>
        {links.map(([path, name]) => (
          <a key={path} href={path} aria-current={path === location.pathname ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </header>
      <main>
        <SignedIn>
          <Account />
        </SignedIn>
        <SignedOut>{location.pathname === '/custom' ? <PasscodeForm /> : <SignIn />}</SignedOut>
      </main>
    </>
  )
}
