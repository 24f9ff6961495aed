import { InvalidCursorError } from '../../storage-error.ts'

/** The position in a list after which the next page begins. */
export interface Position {
  createdAt: number
  id: string
}

/** The position before the first row: no timestamp is later. */
export const firstPosition: Position = { createdAt: Number.MAX_SAFE_INTEGER, id: '' }

export function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify([position.createdAt, position.id])).toString('base64url')
}

export function decodeCursor(cursor: string): Position {
  const [createdAt, id, ...rest] = parsed(cursor)
  if (typeof createdAt !== 'number' || !Number.isSafeInteger(createdAt) || !isKey(id) || rest.length > 0) {
    throw new InvalidCursorError()
  }
  return { createdAt, id }
}

/** For lists in the order of a unique key: the key is the position. */
export function encodeKeyCursor(key: string): string {
  return Buffer.from(JSON.stringify([key])).toString('base64url')
}

export function decodeKeyCursor(cursor: string): string {
  const [key, ...rest] = parsed(cursor)
  if (!isKey(key) || rest.length > 0) throw new InvalidCursorError()
  return key
}

/** Cursors come from callers: PostgreSQL cannot store such text, so the cursor is invalid. */
function isKey(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0') && !/\p{Surrogate}/u.test(value)
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(value)) return value
  } catch {
    // Rejected below.
  }
  throw new InvalidCursorError()
}

/** A page of at most `limit`, from up to one row more: the extra row shows that there is a next page. */
export function pageOf<T extends Position>(found: T[], limit: number): { items: T[]; nextCursor: string | null } {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: found.length > limit && last ? encodeCursor(last) : null }
}
