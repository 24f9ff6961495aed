import { latchkeyProxy } from '@latchkey/nextjs/proxy'

// Verifies the session of each request once, and renews it.
export const proxy = latchkeyProxy()

export const config = {
  // All pages and route handlers, but no files.
  matcher: ['/((?!_next/static|_next/image|icon.svg).*)'],
}
