import { LatchkeyProvider } from '@latchkey/nextjs'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Header } from './header'
import './style.css'

export const metadata: Metadata = { title: 'Fieldnotes', description: 'Short notes that only you can read' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <LatchkeyProvider loadUser>
          <Header />
          <main>{children}</main>
        </LatchkeyProvider>
      </body>
    </html>
  )
}
