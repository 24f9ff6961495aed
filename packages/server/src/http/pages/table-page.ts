import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Exchange } from '../exchange.ts'

export interface TablePage {
  heading: string
  text: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

const style = [
  ':root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif}',
  'main{max-width:64rem;margin:auto;padding:2rem}h1{font-size:1.5rem}',
  'table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid color-mix(in srgb,CanvasText 20%,Canvas);overflow-wrap:anywhere}',
  'div{overflow-x:auto}td:first-child{white-space:nowrap}',
].join('')

/** A page for admins, in English. All values are text. */
export function tablePage({ headers }: Exchange, { heading, text, columns, rows }: TablePage): Response {
  const styleHash = createHash('sha256').update(style).digest('base64')
  headers['content-type'] = 'text/html; charset=utf-8'
  headers['content-security-policy'] =
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${text}</p>
<div><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>
</main>
</body>
</html>
`
  return new Response(String(page), { headers })
}
