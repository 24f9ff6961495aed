/** The database cannot be reached or cannot write at the moment: answer 503 and let the caller come back. */
export class StorageUnavailableError extends Error {
  readonly code = 'storage_unavailable'

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StorageUnavailableError'
  }
}

/** A unique key already belongs to another row. */
export class StorageConflictError extends Error {
  readonly code = 'storage_conflict'

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StorageConflictError'
  }
}

/** The schema on disk and the code do not belong together; the sentence says which migration. */
export class SchemaError extends Error {
  readonly code = 'schema_mismatch'

  constructor(message: string) {
    super(message)
    this.name = 'SchemaError'
  }
}

/** A page cursor that this store did not make. */
export class InvalidCursorError extends Error {
  readonly code = 'invalid_cursor'

  constructor() {
    super('The cursor is not one that this list has handed out.')
    this.name = 'InvalidCursorError'
  }
}

/** What an operator asked for cannot be done as things stand; the sentence says why, and nothing was changed. */
export class OperationRefusedError extends Error {
  readonly code = 'operation_refused'

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'OperationRefusedError'
  }
}
