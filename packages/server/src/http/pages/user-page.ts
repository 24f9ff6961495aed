import { createHash } from 'node:crypto'
import { brandName, errorTable } from '@latchkey/contract'
import { html, raw } from 'hono/html'
import type { Random } from '../../core/clock-and-random.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import { defaultRedirect } from '../../urls/redirect-list.ts'
import type { Exchange } from '../exchange.ts'
import { setRetryAfter } from '../responses.ts'
import { type PageTexts, type PageTitle, pageLanguage, pageTexts } from './user-page.texts.ts'

/**
 * Runs `work` for a user in a browser. An error that knows its landing page redirects there; any other becomes a page
 * with the project's name, in the browser's language. A program gets the JSON error.
 */
export async function answerUser(
  { random }: { random: Random },
  exchange: Exchange,
  title: PageTitle,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const accept = exchange.request.headers.get('accept') ?? ''
    const acceptsHtml = accept.includes('text/html')
    if (error.landing !== null && (acceptsHtml || !accept.includes('application/json'))) {
      exchange.headers.location = error.landing
      // 303, not 302: after a form post the landing page is loaded by GET.
      return new Response(null, { status: 303, headers: exchange.headers })
    }
    if (!acceptsHtml) throw error
    setRetryAfter(exchange.headers, error, random)
    return refusalPage(exchange, title, error)
  }
}

const style = [
  ':root{color-scheme:light dark}',
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif}',
  'main{max-width:26rem;padding:2rem;text-align:center}h1{font-size:1.5rem;margin:0 0 .5rem}p{margin:0 0 1rem}',
  'small{overflow-wrap:anywhere;opacity:.75}button{font:inherit;font-weight:600;padding:.7rem 1.2rem;border:0;border-radius:8px;background:CanvasText;color:Canvas;cursor:pointer}',
].join('')

function refusalPage(exchange: Exchange, title: PageTitle, { type }: ProviderError): Response {
  const { requestId, project } = exchange
  return userPage(exchange, errorTable[type].status, (texts) => ({
    heading: texts[`${title}_title`],
    text: title === 'link' ? texts.link_text : texts.retry_text,
    content: backLink(project, texts),
    smallPrint: `${type} · ${requestId}`,
  }))
}

/** Asks the user to confirm by a button. The form posts to the page's own address. */
export function confirmationPage(
  exchange: Exchange,
  say: (texts: PageTexts) => { heading: string; text: string; button: string },
): Response {
  return userPage(exchange, 200, (texts) => {
    const { heading, text, button } = say(texts)
    return { heading, text, content: () => html`<form method="post"><button>${button}</button></form>` }
  })
}

const submitScript = 'document.forms[0].submit()'

/** Posts a form to another server at once; without scripts, by a button. */
export function postFormPage(
  exchange: Exchange,
  { action, fields }: { action: string; fields: Readonly<Record<string, string>> },
): Response {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const response = userPage(exchange, 200, (texts) => ({
    ...{ heading: texts.continue_title, text: texts.continue_text },
    content: () =>
      html`<form method="post" action="${action}">${inputs}<button>${texts.continue_button}</button></form><script>${raw(submitScript)}</script>`,
  }))
  const script = createHash('sha256').update(submitScript).digest('base64')
  // Identity providers redirect the form to other hosts of theirs.
  const policy = (response.headers.get('content-security-policy') ?? '').replace(
    "form-action 'self'",
    `form-action ${new URL(action).protocol === 'https:' ? 'https:' : new URL(action).origin}; script-src 'sha256-${script}'`,
  )
  response.headers.set('content-security-policy', policy)
  return response
}

/** Says that something is done, with a link back to the project. */
export function donePage(exchange: Exchange, say: (texts: PageTexts) => { heading: string; text: string }): Response {
  return userPage(exchange, 200, (texts) => ({ ...say(texts), content: backLink(exchange.project, texts) }))
}

type InsertName = (text: string) => string

function backLink(project: ProjectRecord | null, texts: PageTexts) {
  const back = project && defaultLoginPage(project)
  return (insertName: InsertName) => (back === null ? '' : html`<p><a href="${back}">${insertName(texts.back)}</a></p>`)
}

interface UserPage {
  heading: string
  text: string
  content: (insertName: InsertName) => ReturnType<typeof html> | string
  smallPrint?: string
}

function userPage(exchange: Exchange, status: number, describe: (texts: PageTexts) => UserPage): Response {
  const { headers, project, request } = exchange
  const styleHash = createHash('sha256').update(style).digest('base64')
  const language = pageLanguage(request.headers.get('accept-language'))
  const { heading, text, content, smallPrint } = describe(pageTexts[language] as PageTexts)
  const name = project?.name ?? brandName
  const insertName: InsertName = (words) => words.replaceAll('{name}', () => name)
  headers['content-type'] = 'text/html; charset=utf-8'
  headers['content-language'] = language
  headers.vary = 'Accept-Language'
  const formAction = smallPrint === undefined ? "'self'" : "'none'"
  headers['content-security-policy'] =
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
  const page = html`<!doctype html>
<html lang="${language}" dir="${language === 'ar' || language === 'he' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading} · ${name}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${insertName(text)}</p>
${content(insertName)}
${smallPrint === undefined ? '' : html`<small dir="ltr">${smallPrint}</small>`}
</main>
</body>
</html>
`
  return new Response(String(page), { status, headers })
}

/** The project's default login page; never a URL of the request. */
function defaultLoginPage({ settings, environment }: ProjectRecord): string | null {
  return defaultRedirect(settings.redirectUrls.login ?? [], environment)
}
