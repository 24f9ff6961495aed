/**
 * Why a database cannot be reached, from the error and its causes: a system error with host and port, or the message of
 * PostgreSQL. Connection strings hold passwords and are never repeated.
 */
export function databaseCause(error: unknown): string | undefined {
  for (let one: unknown = error; typeof one === 'object' && one !== null; one = getCause(one)) {
    const { code, address, port, hostname, severity, message } = one as Record<string, unknown>
    if (typeof severity === 'string' && typeof message === 'string') return `${message} (${String(code)})`
    // Errors of the storage itself have codes in lower case and do not name the cause.
    if (typeof code !== 'string' || !/^[A-Z][A-Z0-9_]+$/.test(code)) continue
    if (typeof address === 'string') return `${code} ${address}${typeof port === 'number' ? `:${port}` : ''}`
    return typeof hostname === 'string' ? `${code} ${hostname}` : code
  }
  return undefined
}

/** `localhost` is tried on IPv6 and IPv4: the error then has a list instead of a cause. */
function getCause(error: object): unknown {
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) return error.errors[0]
  return 'cause' in error ? error.cause : undefined
}
