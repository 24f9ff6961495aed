import { html, raw } from 'hono/html'
import type { MessageWords } from './words.ts'

/** Escaped markup, or plain text that will be escaped. */
export type Markup = ReturnType<typeof html> | string

/**
 * The frame of every e-mail: one column, the reader's own font, nothing fetched from anywhere. Colours stand inline
 * for clients that drop style sheets; the sheet adds the dark scheme for those that keep it.
 */
export function emailLayout(parts: {
  words: MessageWords
  title: string
  /** What a mailbox shows beside the subject. */
  preheader: string
  project: string
  content: Markup
  footer: string
}): string {
  const { words, title, preheader, project, content, footer } = parts
  return render(html`<!doctype html>
<html lang="${words.language}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${title}</title>
<style>${raw(sheet)}</style>
</head>
<body class="page" style="${page}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;color:transparent" aria-hidden="true">${preheader}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:480px">
<tr><td class="name" style="${name}">${project}</td></tr>
<tr><td class="card" style="${card}">
<h1 class="strong" style="${heading}">${title}</h1>
${content}
</td></tr>
<tr><td class="faint" style="${foot}">${footer}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`)
}

export function paragraph(text: string): Markup {
  return html`<p class="text" style="margin:0 0 20px;font-size:16px;line-height:24px;color:#3b3f4a">${text}</p>`
}

export function smallPrint(text: string): Markup {
  return html`<p class="faint" style="margin:0 0 8px;font-size:14px;line-height:20px;color:#5c6270">${text}</p>`
}

export function button(label: string, href: string): Markup {
  return html`<p style="margin:0 0 24px"><a class="button" href="${href}" style="display:inline-block;padding:13px 22px;border-radius:8px;background:#2646d8;color:#ffffff;font-size:16px;line-height:22px;font-weight:600;text-decoration:none">${label}</a></p>`
}

export function addressLine(href: string): Markup {
  return html`<p style="margin:0;font-size:13px;line-height:19px;word-break:break-all"><a class="link" href="${href}" style="color:#2646d8">${href}</a></p>`
}

export function codeBox(code: string): Markup {
  return html`<p class="code" style="margin:0 0 24px;padding:16px 8px;border-radius:8px;background:#eef0f6;color:#14161c;text-align:center;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:32px;line-height:40px;font-weight:600;letter-spacing:8px">${code}</p>`
}

/** Sets apart what is another matter. */
export function divider(): Markup {
  return html`<div class="line" style="margin:28px 0 24px;border-top:1px solid #e1e4ec"></div>`
}

export function stack(parts: Markup[]): Markup {
  return html`${parts}`
}

/** Project names come from operators; they may still not break a header or a line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function render(markup: ReturnType<typeof html>): string {
  // The tag answers with a promise only when it was given one; templates are made of values.
  if (markup instanceof Promise) throw new TypeError('a template must not wait')
  return markup.toString()
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const page = raw(`margin:0;padding:0;background:#f4f5f8;${font}`)
const name = raw('padding:0 4px 16px;font-size:15px;line-height:20px;font-weight:600;color:#3b3f4a')
const card = raw('padding:32px 28px;border:1px solid #e1e4ec;border-radius:14px;background:#ffffff')
const heading = raw(
  'margin:0 0 12px;font-size:24px;line-height:30px;font-weight:650;letter-spacing:-0.2px;color:#14161c',
)
const foot = raw('padding:18px 4px 0;font-size:13px;line-height:19px;color:#5c6270')

const sheet = `
a { text-underline-offset: 2px }
@media (prefers-color-scheme: dark) {
.page { background: #0f1115 !important }
.card { background: #191c23 !important; border-color: #2c313c !important }
.line { border-color: #2c313c !important }
.strong { color: #f3f4f7 !important }
.text, .name { color: #d2d6df !important }
.faint { color: #a2a9b8 !important }
.code { background: #262b36 !important; color: #f3f4f7 !important }
.link { color: #a3b4ff !important }
.button { background: #a3b4ff !important; color: #10142b !important }
}
`
