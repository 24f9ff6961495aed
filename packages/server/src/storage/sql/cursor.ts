import { InvalidCursorError } from '../storage-error.ts'

/** The place in a list after which the next page begins. */
export interface Position {
  createdAt: number
  id: string
}

export function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify([position.createdAt, position.id])).toString('base64url')
}

export function decodeCursor(cursor: string): Position {
  const [createdAt, id, ...rest] = parsed(cursor)
  if (typeof createdAt !== 'number' || !Number.isSafeInteger(createdAt) || typeof id !== 'string' || rest.length > 0) {
    throw new InvalidCursorError()
  }
  return { createdAt, id }
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(value)) return value
  } catch {
    // Not ours, said below.
  }
  throw new InvalidCursorError()
}
