// Serves the folder public/, the widgets and the settings. Replace it with any web server.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const { LATCHKEY_PUBLIC_TOKEN: publicToken, LATCHKEY_URL: url, PORT: port = '3000' } = process.env
if (!publicToken || !url) throw new Error('LATCHKEY_PUBLIC_TOKEN and LATCHKEY_URL must be set: see .env')

const folder = (path) => fileURLToPath(new URL(path, import.meta.url))
/** The widgets with everything that they need, as one folder of ES modules. */
const widgets = folder('node_modules/@latchkey/elements/dist/standalone/')
const pages = folder('public/')

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const headers = {
  // The widgets need no inline script, no inline style and no eval.
  'content-security-policy': [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:",
    `connect-src 'self' ${url}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  ].join('; '),
  'x-content-type-options': 'nosniff',
}

const server = createServer(async (request, response) => {
  if (!URL.canParse(request.url ?? '/', 'http://localhost')) {
    response.writeHead(400, { ...headers, 'content-type': 'text/plain' })
    response.end('Bad request')
    return
  }
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/settings.js') {
    const settings = { publicToken, url }
    response.writeHead(200, { ...headers, 'content-type': types['.js'] })
    response.end(`export const settings = ${JSON.stringify(settings)}\n`)
    return
  }
  // The path cannot leave the folder: `URL` removes `..`, and escapes such as %2e are not decoded.
  const path = pathname.startsWith('/latchkey/')
    ? join(widgets, normalize(pathname.slice('/latchkey'.length)))
    : join(pages, pathname === '/' ? 'index.html' : normalize(pathname))
  const type = types[extname(path)]
  const isFile = type !== undefined && (await stat(path).catch(() => null))?.isFile()
  if (!isFile) {
    response.writeHead(404, { ...headers, 'content-type': 'text/plain' })
    response.end('Not found')
    return
  }
  response.writeHead(200, { ...headers, 'content-type': type })
  createReadStream(path).pipe(response)
})

server.listen(Number(port), () => console.log(`  Application     http://localhost:${server.address().port}\n`))
