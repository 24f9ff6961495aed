import { fileURLToPath } from 'node:url'
import { createBackend, isLatchkeyError } from '@latchkey/backend'
import { getSession, requireSession } from '@latchkey/backend/express'
import express, { type NextFunction, type Request, type Response } from 'express'
import { accountPage } from './account-page.ts'
import { notesApi } from './notes-api.ts'
import { settings } from './settings.ts'

const backend = createBackend({
  baseUrl: settings.provider,
  projectId: settings.projectId,
  publicToken: settings.publicToken,
})

const app = express()
app.disable('x-powered-by')

app.use('/api/notes', notesApi(backend))

// A page that this server renders: the browser sends cookies only.
app.get('/account', requireSession(backend, { redirectTo: '/' }), (request, response) => {
  response.send(accountPage(getSession(request)))
})

// What the page needs to know. The public token is not a secret.
app.get('/settings.json', (_request, response) => {
  response.json({ provider: settings.provider, publicToken: settings.publicToken })
})
app.use(express.static(fileURLToPath(new URL('../public', import.meta.url))))
app.use('/latchkey', express.static(fileURLToPath(new URL('standalone', import.meta.resolve('@latchkey/elements')))))

// The provider does not respond: the session is unknown, so the user is not signed out.
app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
  if (!isLatchkeyError(error) || error.name !== 'UnreachableError') return next(error)
  return response.status(503).json({ error: 'Try again in a moment.' })
})

const server = app.listen(settings.port, () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  console.log(`Notes are at http://localhost:${port}/`)
})
