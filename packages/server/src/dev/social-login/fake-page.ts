import { html, raw } from 'hono/html'

export type Markup = ReturnType<typeof html>

/** Files of the fake providers: no inline script, no inline style, nothing from other origins. */
export const paths = {
  style: '/dev/identity-providers/consent.css',
  formPostScript: '/dev/identity-providers/form-post.js',
  promptScript: '/dev/identity-providers/prompt.js',
} as const

export const formPostScript = 'document.querySelector("form").submit()\n'

/** Pages of this machine on any port: the response to a form redirects to them through the provider. */
const thisMachine = "'self' http://localhost:* http://127.0.0.1:*"

export interface FakePageOptions {
  status?: number
  /** Whether a page of this machine may embed it. */
  framed?: boolean
  /** @default the style of all fakes */
  styles?: readonly string[]
  headers?: Readonly<Record<string, string>>
}

export function page(
  title: string,
  body: Markup,
  { status = 200, framed = false, styles = [paths.style], headers = {} }: FakePageOptions = {},
): Response {
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
</head>
<body${framed ? raw(' class="prompt"') : ''}>
${body}
</body>
</html>
`
  return new Response(String(text), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        `form-action ${thisMachine}`,
        `frame-ancestors ${framed ? thisMachine : "'none'"}`,
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
      ...headers,
    },
  })
}

/** Sends the response as a form, as Apple does. The script only saves the click. */
export function formPostPage(
  displayName: string,
  action: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return page(
    `Back to ${new URL(action).host}`,
    html`<main class="card"><form class="plain" method="post" action="${action}">
<h1>You are signed in with ${displayName}</h1>
${hidden}
<button class="button" type="submit">Continue</button>
</form></main>
<script src="${paths.formPostScript}" defer></script>`,
    { headers },
  )
}

/** Shows the developer what to fix, without a redirect. */
export function rejectionPage(displayName: string, problem: string, status = 400): Response {
  return page(
    `${displayName} rejected the request`,
    html`<main class="card"><div class="plain"><h1>${displayName} rejected the request</h1><p>${problem}</p></div></main>`,
    { status },
  )
}
