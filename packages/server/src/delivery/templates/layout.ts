import { html, raw } from 'hono/html'
import { type BrandColors, brandColors, darkCard } from './brand-color.ts'
import { type Detail, type MessageContext, oneLine } from './message-context.ts'

/** Escaped markup, or plain text that will be escaped. */
export type Markup = ReturnType<typeof html> | string

/**
 * The frame of every email: one column in the reader's own font. Nothing is fetched except the project's logo, if it
 * has one. Colors are inline for clients that drop style sheets; the sheet adds the dark scheme and the layout of
 * phones for clients that keep it.
 */
export function emailLayout(parts: {
  context: MessageContext
  title: string
  /** What a mailbox shows next to the subject. */
  preheader: string
  content: Markup[]
  footer: Markup[]
}): string {
  const { context, title, preheader, content, footer } = parts
  const { language, project } = context
  return render(html`<!doctype html>
<html lang="${language.tag}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${title}</title>
<style>${raw(sheet(brandColors(project.brandColor)))}</style>
</head>
<body class="page" style="${styles.page}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;color:transparent" aria-hidden="true">${preheader}</div>
<div class="page" role="article" aria-label="${title}" lang="${language.tag}" dir="${language.direction}" style="${styles.page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" class="room" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:480px;text-align:start">
<tr><td class="name" style="${styles.name}">${header(oneLine(project.name), project.logoUrl)}</td></tr>
<tr><td class="card" style="${styles.card}">
<h1 class="strong" style="${styles.heading}">${title}</h1>
${content}
</td></tr>
<tr><td style="padding:20px 4px 0">${footer}</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`)
}

export function paragraph(text: string): Markup {
  return html`<p class="text" style="margin:0 0 24px;font-size:16px;line-height:24px;color:#3f3f46">${text}</p>`
}

export function smallPrint(text: string): Markup {
  return html`<p class="faint" style="margin:0 0 8px;font-size:14px;line-height:20px;color:#5f5f68">${text}</p>`
}

export function footerLine(text: Markup): Markup {
  return html`<p class="faint" style="margin:0 0 6px;font-size:13px;line-height:19px;color:#5f5f68">${text}</p>`
}

/** The one thing that a message asks for. A table cell carries the color, for clients that ignore padding on links. */
export function button(context: MessageContext, label: string, href: string): Markup {
  const { button: background, buttonText } = brandColors(context.project.brandColor)
  return html`<table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td class="button" align="center" bgcolor="${background}" style="border-radius:10px;background:${background}"><a class="button-text" href="${href}" style="display:block;padding:13px 24px;border-radius:10px;color:${buttonText};font-size:16px;line-height:22px;font-weight:600;text-align:center;text-decoration:none">${label}</a></td></tr></table>`
}

/** A second action, less prominent than the button. */
export function textLink(context: MessageContext, label: string, href: string): Markup {
  return html`<p style="margin:16px 0 4px;font-size:15px;line-height:22px"><a class="link" href="${href}" style="color:${brandColors(context.project.brandColor).link};font-weight:500">${label}</a></p>`
}

/** The raw URL, collapsed by default; expanded in mail clients that do not support `<details>`. */
export function addressBehind(context: MessageContext, summary: string, advice: string, href: string): Markup {
  return html`<details style="margin:16px 0 0"><summary class="faint" style="font-size:14px;line-height:20px;color:#5f5f68;cursor:pointer">${summary}</summary>
<p class="faint" style="margin:8px 0 4px;font-size:13px;line-height:19px;color:#5f5f68">${advice}</p>
<p dir="ltr" style="margin:0;font-size:13px;line-height:19px;word-break:break-all;text-align:left"><a class="link" href="${href}" style="color:${brandColors(context.project.brandColor).link}">${href}</a></p></details>`
}

/** Two groups for reading. They are one word: a double click selects all digits, and a copy has no space. */
export function codeBox(code: string): Markup {
  const middle = code.length / 2
  return html`<p class="code" dir="ltr" style="margin:0 0 24px;padding:18px 8px;border-radius:10px;background:#f4f4f5;color:#18181b;text-align:center;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:34px;line-height:40px;font-weight:600;letter-spacing:5px"><span>${code.slice(0, middle)}</span><span style="padding-left:14px">${code.slice(middle)}</span></p>`
}

/** The time and origin of the request. */
export function detailsTable(details: readonly Detail[]): Markup {
  return html`<table role="presentation" class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 0;border-top:1px solid #e4e4e7"><tr><td style="padding:14px 0 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0">${details.map(
    ([label, value]) =>
      html`<tr><td class="faint" valign="top" style="padding:2px 0;font-size:14px;line-height:20px;color:#5f5f68;white-space:nowrap">${label}</td><td class="text" valign="top" style="padding:2px 16px;font-size:14px;line-height:20px;color:#3f3f46">${value}</td></tr>`,
  )}</table></td></tr></table>`
}

/** An address to write to, as a link if the sentence holds it. */
export function withMailto(context: MessageContext, sentence: string, email: string): Markup {
  const [before = '', after = ''] = sentence.split(email)
  return html`${before}<a class="link" href="mailto:${email}" style="color:${brandColors(context.project.brandColor).link}">${email}</a>${after}`
}

function header(name: string, logoUrl: string | null): Markup {
  if (logoUrl === null) return name
  return html`<img src="${logoUrl}" alt="${name}" height="40" style="display:block;height:40px;width:auto;max-width:200px;border:0;object-fit:contain">`
}

function render(markup: ReturnType<typeof html>): string {
  // The tag returns a promise only for promises among its values; templates are made of plain values.
  if (markup instanceof Promise) throw new TypeError('A template must not be asynchronous.')
  return markup.toString()
}

const font =
  "font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Hiragino Sans','Noto Sans',Arial,sans-serif"
const styles = {
  page: raw(`margin:0;padding:0;background:#f4f4f5;${font}`),
  name: raw('padding:0 4px 20px;font-size:16px;line-height:24px;font-weight:600;color:#18181b'),
  card: raw('padding:36px 32px 32px;border:1px solid #e4e4e7;border-radius:16px;background:#ffffff'),
  heading: raw('margin:0 0 12px;font-size:22px;line-height:30px;font-weight:600;letter-spacing:-0.01em;color:#18181b'),
}

function sheet({ darkButton, darkButtonText, darkLink }: BrandColors): string {
  return `
a { text-underline-offset: 2px }
:lang(ar) h1, :lang(he) h1, :lang(hi) h1 { letter-spacing: normal !important }
:lang(ja) p, :lang(ja) h1 { word-break: auto-phrase }
@media (max-width: 520px) {
.room { padding: 24px 12px !important }
.card { padding: 28px 20px 24px !important }
.wide { width: 100% !important }
}
@media (prefers-color-scheme: dark) {
.page { background: #0d0e10 !important }
.card { background: ${darkCard} !important; border-color: #2b2d31 !important }
.line { border-color: #2b2d31 !important }
.strong, .name { color: #f4f4f5 !important }
.text { color: #d4d4d8 !important }
.faint { color: #a1a1aa !important }
.code { background: #26282c !important; color: #f4f4f5 !important }
.link { color: ${darkLink} !important }
.button { background: ${darkButton} !important }
.button-text { color: ${darkButtonText} !important }
}
`
}
