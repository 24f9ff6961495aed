import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname } from 'node:path'
import { createBackend } from '@latchkey/backend'
import { toNodeHandler } from '@latchkey/backend/node'
import { openProvider } from './open-provider.ts'

const port = Number(process.env.PORT ?? 3002)
const origin = `http://localhost:${port}`
const { provider, project, close } = await openProvider({ origin, folder: process.env.DATA_DIR ?? 'data' })

/** The provider is in this process: no request leaves it. */
const backend = createBackend({
  baseUrl: origin,
  projectId: project.id,
  publicToken: project.publicToken,
  fetch: (url, init) => provider.fetch(new Request(url, init), { peerAddress: '127.0.0.1' }),
})

/** The paths of the provider. All other paths are those of the application. */
const ofProvider = /^\/(sdk\/|v1\/|health|docs\/errors|openapi\.json|\.well-known\/)/

const server = createServer(
  toNodeHandler((request, info) =>
    ofProvider.test(new URL(request.url).pathname) ? provider.fetch(request, info) : respond(request),
  ),
)
server.listen(port, '127.0.0.1', () => console.log(`The application is at ${origin}/`))
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    server.close(() => void close())
    server.closeAllConnections()
  })

/** The application: an API, and files. */
async function respond(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/api/me') {
    const session = await backend.verifyRequest(request, { requireHeader: true })
    if (!session) return Response.json({ error: 'signed out' }, { status: 401 })
    return Response.json({ userId: session.userId, roles: session.roles })
  }
  if (pathname === '/settings.json') return Response.json({ publicToken: project.publicToken })
  return sendFile(pathname === '/' ? '/index.html' : pathname)
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

async function sendFile(pathname: string): Promise<Response> {
  const [, folder, file] = /^\/(latchkey\/)?((?:[\w-]+\/)*[\w.-]+\.\w+)$/.exec(pathname) ?? []
  const type = types[extname(file ?? '')]
  if (file === undefined || type === undefined) return new Response('Not found', { status: 404 })
  const base = folder ? import.meta.resolve('@latchkey/elements') : new URL('../public/', import.meta.url)
  const path = new URL(folder ? `standalone/${file}` : file, base)
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return new Response('Not found', { status: 404 })
  return new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } })
}
