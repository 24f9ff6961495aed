import { type DestinationStream, pino } from 'pino'
import { createStandardOutput } from './standard-output.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Structured log lines. Only the fields of `loggedFields` are written. */
export interface Logger {
  debug(fields: Record<string, unknown>, message: string): void
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/**
 * All fields of the log. None can hold a token, a code, a body or a user's address: the logger drops every other field
 * that it gets.
 */
export const loggedFields = [
  'request_id',
  'trace_id',
  'project_id',
  'endpoint',
  'method',
  'status',
  'duration_ms',
  'error_type',
  'error_name',
  'stack',
  'ip_prefix',
  'limit',
  'outbox_id',
  'channel',
  'attempt',
  'reason',
  'count',
  'version',
  'engine',
  'kid',
  'address',
  'mode',
] as const

const longestValue = 4_000

/** Strings are truncated, numbers and booleans pass; structured values are dropped. */
function pickLoggedFields(fields: Record<string, unknown>): Record<string, string | number | boolean> {
  const picked: Record<string, string | number | boolean> = {}
  for (const name of loggedFields) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (typeof value === 'string') picked[name] = value.slice(0, longestValue)
    else if (typeof value === 'number' || typeof value === 'boolean') picked[name] = value
  }
  return picked
}

/**
 * One JSON object per line, in UTC, on standard output. A slow reader never delays a request.
 *
 * @example
 * createLogger({ level: 'info' }).info({ request_id, status: 200 }, 'answered')
 */
export function createLogger(options: { level: LogLevel; destination?: DestinationStream }): Logger {
  const settings = { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const lines = pino(settings, options.destination ?? createStandardOutput())
  return {
    debug: (fields, message) => lines.debug(pickLoggedFields(fields), message),
    info: (fields, message) => lines.info(pickLoggedFields(fields), message),
    warn: (fields, message) => lines.warn(pickLoggedFields(fields), message),
    error: (fields, message) => lines.error(pickLoggedFields(fields), message),
  }
}

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }
