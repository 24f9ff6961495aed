/** What the log shows of an unexpected error: its stack without its message, which may contain values of the request. */
export function thrownFields(thrown: unknown): { error_name: string; stack: string } {
  const lines = thrown instanceof Error ? (thrown.stack ?? '').split('\n') : []
  return {
    error_name: thrown instanceof Error ? thrown.name : typeof thrown,
    stack: lines.filter((line) => /^\s+at /.test(line)).join('\n'),
  }
}
