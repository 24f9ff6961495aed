import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { errorDocsPath } from '@latchkey/contract'
import { html } from 'hono/html'
import { pageHeaders } from './pages.ts'

/** The documentation site that a development provider serves at `/docs`. */
export interface DocumentationOptions {
  /** The folder of the built site. */
  folder: string
  /**
   * Builds the site, or updates it after its sources have changed. Called with the first request of the process.
   * Resolves to false if the site cannot be built here.
   */
  build?: (() => Promise<boolean>) | undefined
}

/** Vue, which the site is made with, has a policy of its own for Trusted Types. */
const trustedTypes = 'vue'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
}

/** Seconds after which the page that waits for the build asks again. */
const reloadSeconds = 2

/**
 * Serves the documentation. Resolves to null for paths that are not below `/docs`, and for the pages of errors if the
 * site does not have them: the provider has its own.
 */
export function createDocumentation({
  folder,
  build,
}: DocumentationOptions): (request: Request) => Promise<Response | null> {
  let isBuilding: boolean | undefined
  let isImpossible = false

  function startBuild(): void {
    if (isBuilding !== undefined || build === undefined) return
    isBuilding = true
    const ended = (isBuilt: boolean): void => {
      isBuilding = false
      isImpossible = !isBuilt
    }
    build().then(ended, () => ended(false))
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname !== '/docs' && !pathname.startsWith('/docs/')) return null
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    startBuild()
    const isError = `${pathname}/`.startsWith(`${errorDocsPath}/`)
    if (pathname === '/docs') return new Response(null, { status: 302, headers: { location: '/docs/' } })
    const found = await readPage(folder, pathname)
    if (found) return respond(request, 200, found)
    if (isError) return null
    const missing = await readPage(folder, '/docs/404.html')
    if (missing) return respond(request, 404, missing)
    return waitingPage(request, { isBuilding: isBuilding === true && !isImpossible })
  }
}

interface File {
  name: string
  body: Buffer
}

/** A file of the site by its path: `/docs/widgets` is `widgets.html`. Null if the site has no such file. */
async function readPage(folder: string, pathname: string): Promise<File | null> {
  // Names of the build have no escaped characters, and no path may leave the folder.
  const path = pathname.slice('/docs/'.length)
  if (!/^[\w./-]*$/.test(path) || path.split('/').some((part) => part.startsWith('.'))) return null
  const names = path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`, `${path}/index.html`]
  for (const name of names) {
    const body = await readFile(join(folder, name)).catch(() => null)
    if (body) return { name, body }
  }
  return null
}

function respond(request: Request, status: number, { name, body }: File): Response {
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
    status,
    headers: {
      ...pageHeaders({ trustedTypes }),
      // The name of an asset contains a hash of its content.
      ...(name.startsWith('assets/') ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}),
      'content-type': contentTypes[extname(name)] ?? 'application/octet-stream',
    },
  })
}

/** Shown until the site is built, or if it cannot be built. */
function waitingPage(request: Request, { isBuilding }: { isBuilding: boolean }): Response {
  const text = isBuilding
    ? html`<h1>The documentation is being built.</h1><p>This takes about half a minute, once. The page reloads when it is ready.</p>`
    : html`<h1>The documentation is not part of this build.</h1><p>Run <code>npm run docs</code> in the repository of Latchkey, then reload this page. The same pages are Markdown files in its folder <code>docs</code>. <a href="${errorDocsPath}">Errors</a> are explained here.</p>`
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Documentation · Latchkey</title>
<link rel="stylesheet" href="/page/theme.css">
</head>
<body>
<main class="notice">${text}<p><a href="/">Playground</a></p></main>
</body>
</html>
`
  return new Response(request.method === 'HEAD' ? null : String(page), {
    status: 503,
    headers: {
      ...pageHeaders({}),
      'content-type': 'text/html; charset=utf-8',
      ...(isBuilding ? { refresh: String(reloadSeconds), 'retry-after': String(reloadSeconds) } : {}),
    },
  })
}
