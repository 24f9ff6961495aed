import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Exchange } from '../exchange.ts'

export interface TablePage {
  heading: string
  /** Paragraphs. */
  texts: readonly string[]
  columns: readonly string[]
  rows: readonly { readonly cells: readonly string[]; readonly isMarked: boolean }[]
}

const line = 'color-mix(in srgb,CanvasText 20%,Canvas)'

const style = [
  ':root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif}',
  'main{max-width:68rem;margin:auto;padding:2rem}h1{font-size:1.5rem}',
  'table{border-collapse:collapse;width:100%;overflow-wrap:anywhere}',
  `th,td{text-align:start;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid ${line}}`,
  'th,td:first-child{white-space:nowrap}td:last-child{min-width:12rem}',
  'tr[data-marked]{background:color-mix(in srgb,CanvasText 8%,Canvas)}tr[data-marked] td:first-child{font-weight:600}',
  // A row is a block with a label in front of each value.
  '@media(max-width:48rem){main{padding:1.25rem}table,tbody,tr,td{display:block}',
  'thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}',
  `tr{padding:.5rem .6rem;border-bottom:1px solid ${line}}td,td:last-child{min-width:0;padding:0;border:0}td:empty{display:none}`,
  'td:first-child{white-space:normal}td+td::before{content:attr(data-column) ": ";opacity:.75}}',
].join('')

/** A page for admins, in English. All values are text. */
export function tablePage({ headers }: Exchange, { heading, texts, columns, rows }: TablePage): Response {
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
${texts.map((text) => html`<p>${text}</p>`)}
<table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({ cells, isMarked }) =>
      html`<tr${isMarked ? html` data-marked` : ''}>${cells.map((cell, index) => html`<td data-column="${columns[index] ?? ''}">${cell}</td>`)}</tr>`,
  )}</tbody>
</table>
</main>
</body>
</html>
`
  return new Response(String(page), { headers })
}
