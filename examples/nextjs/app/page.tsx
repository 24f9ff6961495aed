import { SignedIn, SignedOut } from '@latchkey/react'
import Link from 'next/link'

export default function Page() {
  return (
    <section className="hero">
      <h1>Short notes that only you can read</h1>
      <p>This page needs no sign-in. The page with your notes is rendered on the server, after a sign-in.</p>
      <SignedOut>
        <Link href="/login" className="button primary">
          Sign in to start
        </Link>
      </SignedOut>
      <SignedIn>
        <Link href="/notes" className="button primary">
          Open your notes
        </Link>
      </SignedIn>
    </section>
  )
}
