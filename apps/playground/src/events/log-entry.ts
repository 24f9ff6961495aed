export interface LogEntry {
  readonly id: number
  readonly at: Date
  readonly kind: 'event' | 'error'
  readonly name: string
  /** Names and values of the event data. */
  readonly details: readonly (readonly [string, string])[]
}

type EntryContent = Omit<LogEntry, 'id' | 'at'>

export function eventEntry({ type, data }: { readonly type: string; readonly data: object }): EntryContent {
  return { kind: 'event', name: type, details: detailsOf(data) }
}

/** The code and the message of an error. */
export function errorEntry(error: { readonly message: string }): EntryContent {
  const { name, error_type, error_message, status_code } = error as Partial<Record<string, unknown>>
  return {
    kind: 'error',
    name: String(error_type ?? name ?? 'Error'),
    details: detailsOf({ message: error_message || error.message, status_code }),
  }
}

function detailsOf(data: object): [string, string][] {
  return Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
}
