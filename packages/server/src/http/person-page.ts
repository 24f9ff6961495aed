import { createHash } from 'node:crypto'
import { brandName, errorTable } from '@latchkey/contract'
import { html, raw } from 'hono/html'
import type { Random } from '../world.ts'
import type { Exchange } from './exchange.ts'
import { ProviderError } from './provider-error.ts'
import { sayWhenToComeAgain } from './responses.ts'

/** Runs `work` for a person in a browser: a refusal is a page to read. A program is told by the error of the table. */
export async function answerPerson(
  { random }: { random: Random },
  exchange: Exchange,
  title: string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    const accept = exchange.request.headers.get('accept') ?? ''
    if (!(error instanceof ProviderError) || !accept.includes('text/html')) throw error
    sayWhenToComeAgain(exchange.headers, error, random)
    return refusalPage(exchange, title, error)
  }
}

const style = [
  ':root{color-scheme:light dark}',
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif}',
  'main{max-width:26rem;padding:2rem;text-align:center}h1{font-size:1.5rem;margin:0 0 .5rem}p{margin:0 0 1rem}',
  'small{overflow-wrap:anywhere}',
].join('')

function refusalPage({ headers, requestId }: Exchange, title: string, { type }: ProviderError): Response {
  const styleHash = createHash('sha256').update(style).digest('base64')
  const { status, message } = errorTable[type]
  headers['content-type'] = 'text/html; charset=utf-8'
  headers['content-security-policy'] =
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${brandName}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${message} Go back to the page you came from and try again.</p>
<small>${type} · ${requestId}</small>
</main>
</body>
</html>
`
  return new Response(String(page), { status, headers })
}
