import type { Backend } from '@latchkey/backend'

/** The application under test: a fetch handler with notes of the signed-in user. It has no code for tests. */
export function createNotesApplication(backend: Backend): (request: Request) => Promise<Response> {
  const notes = new Map<string, string[]>()
  return async (request) => {
    const session = await backend.verifyRequest(request, { requireHeader: true })
    if (!session) return Response.json({ error: 'signed out' }, { status: 401 })
    const own = notes.get(session.userId) ?? []
    if (request.method === 'GET') return Response.json({ notes: own })
    if (!(await session.can('notes', 'write'))) return Response.json({ error: 'forbidden' }, { status: 403 })
    const text = await request.text()
    notes.set(session.userId, [...own, text])
    return Response.json({ notes: [...own, text] }, { status: 201 })
  }
}
