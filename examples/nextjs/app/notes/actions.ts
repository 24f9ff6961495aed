'use server'

import { auth } from '@latchkey/nextjs'
import { revalidatePath } from 'next/cache'
import { addNote, deleteNotes } from './notes'

export async function add(form: FormData): Promise<void> {
  const session = await auth.protect()
  addNote(session.userId, form.get('text'))
  revalidatePath('/notes')
}

export async function deleteAll(): Promise<void> {
  // The button is hidden without this permission, but a user without it can still call the server action.
  const session = await auth.protect({ permission: { resource: 'notes', action: 'delete' } })
  deleteNotes(session.userId)
  revalidatePath('/notes')
}
