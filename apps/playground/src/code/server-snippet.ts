import type { ProviderConnection } from '../playground-client.ts'

/** The snippet imports it, not this page. */
export const backendPackage = '@latchkey/backend'

/** A server that knows who is signed in. It does not depend on the configuration of the widget. */
export function serverSnippet({ publicToken, projectId, origin }: ProviderConnection): string {
  return `import { createServer } from 'node:http'
import { createBackend } from '${backendPackage}'

const backend = createBackend({
  baseUrl: '${origin}',
  projectId: '${projectId}',
  publicToken: '${publicToken}',
})

// A page calls it with the JWT of its session:
// fetch('/me', { headers: { authorization: \`Bearer \${client.session.getTokens()?.session_jwt}\` } })
const server = createServer(async (request, response) => {
  try {
    const session = await backend.verifyRequest(request)
    response.writeHead(session ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(session ? { userId: session.userId, roles: session.roles } : null))
  } catch {
    // The provider does not respond: it is unknown whether the user is signed in.
    response.writeHead(503).end()
  }
})

server.listen(Number(process.env.PORT ?? 5000))
`
}
