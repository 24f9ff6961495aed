import { createHash } from 'node:crypto'
import { brandName, errorDocsPath, errorTable, type KnownErrorType } from '@latchkey/contract'
import { html, raw } from 'hono/html'
import { ProviderError } from '../../core/provider-error.ts'
import { countRequest, type Exchange } from '../exchange.ts'
import type { Page } from '../page.ts'
import { errorDocs } from './error-docs.ts'

/** The target of every `error_url`: the problem, its cause and the fix. The same for every project. */
export const errorPages: readonly Page[] = [
  {
    name: 'error_docs',
    path: errorDocsPath,
    async handle(context, exchange) {
      countRequest(context, exchange.client)
      return page(exchange, 'Errors', list())
    },
  },
  {
    name: 'error_doc',
    path: `${errorDocsPath}/:type`,
    async handle(context, exchange, { type = '' }) {
      countRequest(context, exchange.client)
      if (!isKnown(type)) throw new ProviderError('endpoint_not_found')
      return page(exchange, type, entry(type))
    },
  },
]

const commandNote = 'Run `latchkey` as `npx latchkey` in your project; for the development provider add `--dev`.'

type Html = ReturnType<typeof html>

const style = [
  ':root{color-scheme:light dark}',
  'body{margin:0 auto;max-width:44rem;padding:2rem 1rem;font:16px/1.5 system-ui,sans-serif}',
  'h1{font-size:1.5rem;overflow-wrap:anywhere}h2{font-size:1rem;margin:1.5rem 0 .25rem}p{margin:0}',
  'code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}',
].join('')

function page({ headers }: Exchange, title: string, content: Html): Response {
  const styleHash = createHash('sha256').update(style).digest('base64')
  headers['content-type'] = 'text/html; charset=utf-8'
  headers['cache-control'] = 'public, max-age=300'
  headers['content-security-policy'] =
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${brandName}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
  return new Response(String(text), { status: 200, headers })
}

function entry(type: KnownErrorType): Html {
  const { status, message } = errorTable[type]
  const { cause, fix } = errorDocs[type]
  return html`<h1><code>${type}</code></h1>
<p>${message} (HTTP ${status})</p>
<h2>Cause</h2>
<p>${withCode(cause)}</p>
<h2>Fix</h2>
<p>${withCode(fix.includes('`latchkey ') ? `${fix} ${commandNote}` : fix)}</p>
<h2>All errors</h2>
<p><a href="${errorDocsPath}">Errors</a></p>`
}

function list(): Html {
  const types = Object.keys(errorTable) as KnownErrorType[]
  const items = types.map(
    (type) => html`<li><a href="${errorDocsPath}/${type}"><code>${type}</code></a> ${errorTable[type].message}</li>`,
  )
  return html`<h1>Errors</h1>
<ul>${items}</ul>`
}

/** Text with code between backticks. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

function isKnown(type: string): type is KnownErrorType {
  return Object.hasOwn(errorTable, type)
}
