interface Note {
  id: string
  text: string
}

/** In place of a database: the notes of each user, on `globalThis` because Next.js bundles pages and routes separately. */
const store: typeof globalThis & { notes?: Map<string, Note[]> } = globalThis
store.notes ??= new Map()
const notes = store.notes

export function notesOf(userId: string): readonly Note[] {
  return notes.get(userId) ?? []
}

export function addNote(userId: string, text: FormDataEntryValue | null): void {
  const shortened = typeof text === 'string' ? text.trim().slice(0, 200) : ''
  if (shortened) notes.set(userId, [...notesOf(userId), { id: crypto.randomUUID(), text: shortened }])
}

export function deleteNotes(userId: string): void {
  notes.delete(userId)
}
