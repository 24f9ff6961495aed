/** A file that development mode serves as it is: the playground, the inbox page, and what they are made of. */
export interface StaticPage {
  /** The exact path, `/` or `/inbox`. */
  path: string
  contentType: string
  body: string
  /** Pages of other origins may load it too: the stand-alone widgets, which hold nothing of anybody. */
  isShared?: boolean
  /** It sends a form to this provider: the page that asks for consent does. */
  postsForms?: boolean
}

/**
 * What a page of ours may do. It is what the kit promises to work under, so our own pages live under it:
 * no inline script, no inline style, nothing from elsewhere, no string that becomes markup.
 */
const policyOf = ({ postsForms }: StaticPage): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    `form-action ${postsForms ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

const headers: Record<string, string> = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** A module of another origin is asked for with CORS, whoever asks. */
const sharedHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** The page at a path, or null when it is none of ours. */
export function servePage(pages: readonly StaticPage[], request: Request): Response | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const { pathname } = new URL(request.url)
  const page = pages.find(({ path }) => path === pathname)
  if (!page) return null
  const body = request.method === 'HEAD' ? null : page.body
  return new Response(body, {
    headers: {
      ...headers,
      ...(page.isShared ? sharedHeaders : {}),
      // A form of a page that tells nobody where it came from would come from nowhere.
      ...(page.postsForms ? { 'referrer-policy': 'same-origin' } : {}),
      'content-security-policy': policyOf(page),
      'content-type': page.contentType,
    },
  })
}
