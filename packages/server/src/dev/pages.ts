import { brandPrefix } from '@latchkey/contract'

/** A static file of development mode: the playground, the inbox page, and their scripts and styles. */
export interface StaticPage {
  /** The exact path, `/` or `/inbox`. */
  path: string
  contentType: string
  body: string
  /** Pages of other origins may load it too: the stand-alone widgets, which contain no user data. */
  isShared?: boolean
  /** The page sends a form to this provider, as the consent page does. */
  postsForms?: boolean
  /** The page shows One Tap and solves captchas in a worker: the client creates URLs of scripts. */
  createsScripts?: boolean
}

interface PagePolicy {
  /** The page sends a form to this provider. */
  postsForms?: boolean | undefined
  /** The page shows One Tap and solves captchas in a worker. */
  createsScripts?: boolean | undefined
  /** Policies for Trusted Types that scripts of the page may create. Defaults to those of the client, or to none. */
  trustedTypes?: string | undefined
}

/**
 * Headers of all pages. The content security policy is the one that Latchkey supports, applied to our own pages: no
 * inline script, no inline style, nothing from other origins, no strings as markup.
 */
export function pageHeaders({
  postsForms = false,
  createsScripts = false,
  // A page that creates a second client creates the policy again.
  trustedTypes = createsScripts ? `${brandPrefix} 'allow-duplicates'` : "'none'",
}: PagePolicy): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': [
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
      `trusted-types ${trustedTypes}`,
      ...(createsScripts ? ['worker-src blob:'] : []),
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // With `no-referrer`, a form would be sent with the origin `null`.
    'referrer-policy': postsForms ? 'same-origin' : 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}

/** Browsers always load modules of another origin with CORS. */
const sharedHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** The page at a path, or null if there is no such page. */
export function servePage(pages: readonly StaticPage[], request: Request): Response | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const { pathname } = new URL(request.url)
  const page = pages.find(({ path }) => path === pathname)
  if (!page) return null
  const body = request.method === 'HEAD' ? null : page.body
  return new Response(body, {
    headers: {
      ...pageHeaders(page),
      ...(page.isShared ? sharedHeaders : {}),
      'content-type': page.contentType,
    },
  })
}
