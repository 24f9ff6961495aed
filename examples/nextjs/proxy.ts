import { latchkeyProxy } from '@latchkey/nextjs/proxy'
import { NextResponse } from 'next/server'

const isDevelopment = process.env.NODE_ENV === 'development'

export const proxy = latchkeyProxy({
  protect: ['/notes'],
  // A content security policy without inline scripts. Next.js adds the nonce of the request header to its own scripts.
  handle({ headers }) {
    const nonce = btoa(crypto.randomUUID())
    const policy = contentSecurityPolicy(nonce)
    headers.set('content-security-policy', policy)
    const response = NextResponse.next({ request: { headers } })
    response.headers.set('content-security-policy', policy)
    return response
  },
})

function contentSecurityPolicy(nonce: string): string {
  const provider = process.env.NEXT_PUBLIC_LATCHKEY_URL
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    `img-src 'self' data: https:`,
    `connect-src 'self' ${provider}`,
    `frame-src ${provider}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

export const config = {
  // All pages and route handlers, but no files.
  matcher: ['/((?!_next/static|_next/image|icon.svg).*)'],
}
