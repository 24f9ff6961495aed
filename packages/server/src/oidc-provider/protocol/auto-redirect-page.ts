import { createHash } from 'node:crypto'
import { brandName } from '@latchkey/contract'
import { html, raw } from 'hono/html'
import type { Exchange } from '../../http/exchange.ts'

const style = [
  ':root{color-scheme:light dark}',
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif}',
  'main{max-width:26rem;padding:2rem;text-align:center}h1{font-size:1.5rem;margin:0 0 .5rem}p{margin:0 0 1rem}',
  'a,button{font:inherit;color:inherit}button{padding:.5rem 1.5rem;border-radius:.5rem;border:1px solid;background:none;cursor:pointer}',
].join('')

interface PlainPage {
  title: string
  /** What stands below the title. */
  content: unknown
  head?: unknown
  formAction?: string
}

/** A page without scripts, that nobody can frame and that leaves no trace of its address elsewhere. */
export function plainPage({ headers }: Exchange, status: number, page: PlainPage): Response {
  const styleHash = createHash('sha256').update(style).digest('base64')
  headers['content-type'] = 'text/html; charset=utf-8'
  headers['cross-origin-opener-policy'] = 'same-origin'
  headers['content-security-policy'] =
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${page.formAction ?? "'none'"}; frame-ancestors 'none'`
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${page.head ?? ''}<title>${page.title} · ${brandName}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${page.title}</h1>
${page.content}
</main>
</body>
</html>
`
  return new Response(String(text), { status, headers })
}

/**
 * Moves on by itself. A redirect would do, but a host page's `form-action` is asked of every address that a form
 * leads to, and no page can list the addresses of all applications.
 */
export function movingPage(exchange: Exchange, address: string): Response {
  return plainPage(exchange, 200, {
    title: 'One moment',
    head: html`<meta http-equiv="refresh" content="0;url=${address}">
`,
    content: html`<p>You are on your way back to the application.</p>
<p><a href="${address}">Go on</a></p>`,
  })
}
