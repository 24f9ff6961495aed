/** A page of a list, newest first; the cursor is opaque and stands for (created_at, id). */
export interface Page<T> {
  items: T[]
  nextCursor: string | null
}
