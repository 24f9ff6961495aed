/** Stands for a database: the notes of each user, in the memory of this process. Pages and routes are bundled apart. */
const store: typeof globalThis & { notes?: Map<string, string[]> } = globalThis
store.notes ??= new Map()
const notes = store.notes

export function notesOf(userId: string): readonly string[] {
  return notes.get(userId) ?? []
}

export function addNote(userId: string, text: FormDataEntryValue | null): void {
  const note = typeof text === 'string' ? text.trim().slice(0, 200) : ''
  if (note) notes.set(userId, [...notesOf(userId), note])
}

export function deleteNotes(userId: string): void {
  notes.delete(userId)
}
