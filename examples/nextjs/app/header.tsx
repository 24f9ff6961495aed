'use client'

import { SignedIn, SignedOut, useAuth } from '@latchkey/react'
import Link from 'next/link'

export function Header() {
  return (
    <header className="page-header">
      <Link href="/" className="brand">
        Fieldnotes
      </Link>
      <nav aria-label="Account">
        <SignedOut>
          <Link href="/login" className="button">
            Sign in
          </Link>
        </SignedOut>
        <SignedIn>
          <Account />
        </SignedIn>
      </nav>
    </header>
  )
}

function Account() {
  const { user, signOut } = useAuth()
  return (
    <>
      <span className="email">{user?.emails[0]?.email}</span>
      <button type="button" className="button" onClick={() => signOut()}>
        Sign out
      </button>
    </>
  )
}
