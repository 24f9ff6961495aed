import type { ReactElement, ReactNode } from 'react'
import { Icon } from './ui/icon.tsx'

export function TopBar({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactElement {
  return (
    <header className="top-bar">
      <a className="brand" href="/">
        <Icon name="key" /> Latchkey
      </a>
      <span className="top-title">{title}</span>
      <nav aria-label="Pages of this provider">
        <a href="/application">Identity provider</a>
        <a href="/business">Business</a>
        <a href="/gallery">Gallery</a>
        <a href="/inbox">Inbox</a>
        <a href="/openapi.json">API</a>
        <a href="/docs">Docs</a>
      </nav>
      {children}
    </header>
  )
}
