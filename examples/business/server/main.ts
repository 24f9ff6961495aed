import { fileURLToPath } from 'node:url'
import { createBackend, isLatchkeyError } from '@latchkey/backend'
import express, { type NextFunction, type Request, type Response } from 'express'
import { invoicesApi } from './invoices-api.ts'
import { settings } from './settings.ts'

const backend = createBackend({
  baseUrl: settings.provider,
  projectId: settings.projectId,
  publicToken: settings.publicToken,
})

const app = express()
app.disable('x-powered-by')

app.use('/api/invoices', invoicesApi(backend))
app.use('/api', (_request, response) => {
  response.status(404).json({ error: 'Not found' })
})

// The page, as Vite has built it. All other paths are pages of the application.
const page = fileURLToPath(new URL('page', import.meta.url))
app.use(express.static(page))
app.get('/{*path}', (_request, response) => {
  response.sendFile('index.html', { root: page })
})

// The provider does not respond: the session is unknown, so the member is not signed out.
app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
  if (!isLatchkeyError(error) || error.name !== 'UnreachableError') return next(error)
  return response.status(503).json({ error: 'Try again in a moment.' })
})

const server = app.listen(settings.port, () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  console.log(`Ledger is at http://localhost:${port}/`)
})
