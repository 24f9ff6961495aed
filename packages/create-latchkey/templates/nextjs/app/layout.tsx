import { LatchkeyProvider } from '@latchkey/nextjs'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import './style.css'

export const metadata: Metadata = { title: 'Your application' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <LatchkeyProvider>
          <main className="page">
            <h1 className="brand">Your application</h1>
            <div className="content">{children}</div>
          </main>
        </LatchkeyProvider>
      </body>
    </html>
  )
}
