import { type DestinationStream, pino } from 'pino'
import { createStandardOutput } from './standard-output.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Structured lines. Only the fields named in `loggedFields` ever leave the process. */
export interface Logger {
  debug(fields: Record<string, unknown>, message: string): void
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/**
 * The whole vocabulary of the log. No field of it can hold a token, a code, a body or an address of a person:
 * what is not named here is dropped, whoever passes it.
 */
export const loggedFields = [
  'request_id',
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

/** Strings are capped, numbers and booleans pass; anything with structure is dropped. */
function onlyNamed(fields: Record<string, unknown>): Record<string, string | number | boolean> {
  const kept: Record<string, string | number | boolean> = {}
  for (const name of loggedFields) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (typeof value === 'string') kept[name] = value.slice(0, longestValue)
    else if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value
  }
  return kept
}

/**
 * One JSON object a line, in UTC, on standard output. A slow reader never holds up a request.
 *
 * @example
 * createLogger({ level: 'info' }).info({ request_id, status: 200 }, 'answered')
 */
export function createLogger(options: { level: LogLevel; destination?: DestinationStream }): Logger {
  const settings = { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const lines = pino(settings, options.destination ?? createStandardOutput())
  return {
    debug: (fields, message) => lines.debug(onlyNamed(fields), message),
    info: (fields, message) => lines.info(onlyNamed(fields), message),
    warn: (fields, message) => lines.warn(onlyNamed(fields), message),
    error: (fields, message) => lines.error(onlyNamed(fields), message),
  }
}

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }
