'use client'

import { createClient } from '@latchkey/client'
import { LatchkeyProvider } from '@latchkey/react'

const client =
  typeof window === 'undefined'
    ? null
    : createClient(process.env.NEXT_PUBLIC_LATCHKEY_PUBLIC_TOKEN ?? '', {
        domains: { testApi: process.env.NEXT_PUBLIC_LATCHKEY_API ?? '' },
      })

export function Providers({ children }) {
  return <LatchkeyProvider client={client}>{children}</LatchkeyProvider>
}
