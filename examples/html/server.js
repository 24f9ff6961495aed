// Serves the page, and the stand-alone build of the widgets at /latchkey. Any web server can do the same.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

const { PORT = '3000', LATCHKEY_URL = 'http://localhost:4000' } = process.env
const page = new URL('public/', import.meta.url)
const widgets = new URL('dist/standalone/', import.meta.resolve('@latchkey/elements/package.json'))
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** The widgets need no more than this. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  `connect-src ${LATCHKEY_URL}`,
  "require-trusted-types-for 'script'",
].join('; ')

const server = createServer(async (request, response) => {
  if (!URL.canParse(request.url ?? '/', 'http://localhost')) return response.writeHead(400).end('Bad request')
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const [, folder, file] = /^\/(latchkey\/)?((?:[\w-]+\/)*[\w.-]+\.\w+)?$/.exec(pathname) ?? []
  const path = fileURLToPath(new URL(file ?? 'index.html', folder ? widgets : page))
  const type = types[extname(path)]
  const text = type && (await readFile(path, 'utf8').catch(() => undefined))
  if (text === undefined) return response.writeHead(404).end('Not found')
  response.setHeader('content-type', `${type}; charset=utf-8`)
  response.setHeader('content-security-policy', policy)
  // The page names the provider of development. LATCHKEY_URL replaces it.
  return response.end(folder ? text : text.replaceAll('http://localhost:4000', LATCHKEY_URL))
})
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`The page is at http://localhost:${server.address().port}/`)
})
