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
  /** The HTML below the title. */
  content: unknown
  head?: unknown
  formAction?: string
}

/** A page without scripts that cannot be framed. */
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
 * Redirects with a `refresh`. The `form-action` policy of a consent page applies to every HTTP redirect after a form,
 * and no page can list the redirect URIs of all client applications.
 */
export function autoRedirectPage(exchange: Exchange, url: string): Response {
  return plainPage(exchange, 200, {
    title: 'Redirecting',
    head: html`<meta http-equiv="refresh" content="0;url=${url}">
`,
    content: html`<p>You are being redirected to the application.</p>
<p><a href="${url}">Continue</a></p>`,
  })
}
