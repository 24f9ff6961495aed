import type { Backend } from '@latchkey/backend'
import { getSession, requireSession } from '@latchkey/backend/express'
import { json, Router } from 'express'

interface Note {
  author: string
  text: string
}

/**
 * An API for the pages of this application. All users may read notes; the role `editor` may write them. Both calls need
 * the JWT in the header `Authorization`, which other sites cannot send.
 */
export function notesApi(backend: Backend): Router {
  const notes: Note[] = [{ author: 'Acme', text: 'Buy milk' }]
  const router = Router()
  const reading = { resource: 'notes', action: 'read' }
  const writing = { resource: 'notes', action: 'write' }

  router.get('/', requireSession(backend, { requireHeader: true, permission: reading }), (_request, response) => {
    response.json({ notes })
  })

  router.post(
    '/',
    requireSession(backend, { requireHeader: true, permission: writing }),
    json(),
    (request, response) => {
      const text: unknown = request.body?.text
      const author = getSession(request)?.userId
      if (typeof text !== 'string' || text === '' || author === undefined) {
        response.status(400).json({ error: 'text is missing' })
        return
      }
      const note = { author, text: text.slice(0, 200) }
      notes.push(note)
      response.status(201).json(note)
    },
  )
  return router
}
