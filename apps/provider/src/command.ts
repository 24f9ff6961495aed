import type { SettingName, SettingSources } from './config/settings.ts'
import type { Terminal } from './terminal.ts'

/** One option of a command. */
export interface Option {
  kind: 'one' | 'many' | 'switch'
  /** The placeholder in the help: `<id>`. */
  value?: string
  help: string
}

/** The parsed input of a command. */
export interface CommandInput {
  sources: SettingSources
  options: Readonly<Record<string, string | string[] | undefined>>
  /** The arguments after the name of the command that are not options. */
  positionals: readonly string[]
  /** The words after `--`, if the command runs another program. */
  program: readonly string[]
  terminal: Terminal
}

export interface Command {
  /** One line in the list of commands. */
  summary: string
  /** Positional arguments as the help shows them: `<user id>`, `[query]`, `<file>…`. */
  positionals?: readonly string[]
  options?: Readonly<Record<string, Option>>
  /** The settings of the provider that it reads from flags and environment. Other commands read those of the database. */
  settings?: readonly SettingName[]
  /** Whether another program can follow after `--`. @default false */
  runsProgram?: boolean
  /** Further explanation and examples. */
  details?: string
  /** Loads the code of the command and runs it. Returns the exit code. */
  run(input: CommandInput): Promise<number>
}

/** An invalid command line: exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

export function oneOption({ options }: Pick<CommandInput, 'options'>, name: string): string | undefined {
  const value = options[name]
  return Array.isArray(value) ? value.at(-1) : value
}

export function manyOptions({ options }: Pick<CommandInput, 'options'>, name: string): string[] {
  const value = options[name]
  return value === undefined ? [] : [value].flat()
}

export function requiredOption(input: Pick<CommandInput, 'options'>, name: string): string {
  const value = oneOption(input, name)?.trim()
  if (value === undefined || value === '') throw new UsageError(`--${name} is required`)
  return value
}

/** A day or an instant in UTC, independent of the time zone of the machine. */
export function timeOption(input: Pick<CommandInput, 'options'>, name: string): number | undefined {
  const text = oneOption(input, name)?.trim()
  if (text === undefined) return undefined
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(text)
  const at = isTime ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new UsageError(`--${name} must be a time in UTC: 2027-01-15 or 2027-01-15T08:00:00Z`)
  return at
}

export function readChoice<T extends string>(flag: string, value: string, known: readonly T[]): T {
  const found = known.find((candidate) => candidate === value)
  if (found === undefined) throw new UsageError(`${flag} must be one of ${known.join(', ')}`)
  return found
}
