'use client'

import { useAuth } from '@latchkey/react'

export function SignOut() {
  const { signOut } = useAuth()
  return (
    <button className="button" type="button" onClick={() => signOut()}>
      Sign out
    </button>
  )
}
