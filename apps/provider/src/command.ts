import type { Surroundings } from './config/settings.ts'
import type { Terminal } from './terminal.ts'

/** One option of a command. */
export interface Option {
  kind: 'one' | 'many' | 'switch'
  /** What stands after it in the help: `<id>`. */
  value?: string
  help: string
}

/** What one command was given. */
export interface CommandInput {
  surroundings: Surroundings
  options: Readonly<Record<string, string | string[] | undefined>>
  /** The words after the command's own. */
  words: readonly string[]
  terminal: Terminal
}

export interface Command {
  /** One line in the list of commands. */
  summary: string
  /** The words after the command's own, as the help shows them: `<user id>`, `[query]`, `<file>…`. */
  words?: readonly string[]
  options?: Readonly<Record<string, Option>>
  /** What more there is to say, and examples. */
  details?: string
  /** Loaded when it is asked for. Answers with the exit code. */
  run(input: CommandInput): Promise<number>
}

/** The command line itself is wrong; exit code 2. */
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
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing`)
  return value
}

export function oneOf<T extends string>(flag: string, value: string, known: readonly T[]): T {
  const found = known.find((candidate) => candidate === value)
  if (found === undefined) throw new UsageError(`${flag} must be one of ${known.join(', ')}`)
  return found
}
