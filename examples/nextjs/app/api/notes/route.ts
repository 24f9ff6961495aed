import { auth } from '@latchkey/nextjs'
import { addNote, notesOf } from '../../notes/notes'

const signedOut = () => Response.json({ error: 'Sign in first.' }, { status: 401 })

export async function GET(): Promise<Response> {
  const session = await auth()
  return session ? Response.json({ userId: session.userId, notes: notesOf(session.userId) }) : signedOut()
}

export async function POST(request: Request): Promise<Response> {
  // `auth` ignores the cookies of a request that a page of another origin has sent.
  const session = await auth()
  if (!session) return signedOut()
  addNote(session.userId, (await request.formData()).get('text'))
  return new Response(null, { status: 204 })
}
