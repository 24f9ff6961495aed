import { parseArgs } from 'node:util'
import { type Command, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { settings } from './config/settings.ts'
import { didYouMean } from './did-you-mean.ts'

export type Arguments =
  | { kind: 'help'; topic: string }
  | { kind: 'version' }
  | {
      kind: 'command'
      name: string
      command: Command
      /** Flags that are settings of the provider. */
      flags: Record<string, string | undefined>
      /** Options of the command. */
      options: Record<string, string | string[] | undefined>
      positionals: string[]
      /** The words after `--`, for a command that runs another program. */
      program: string[]
    }

/** Parses the command line. The default command is `dev`. */
export function readArguments(all: readonly string[]): Arguments {
  const { argv, program } = splitProgram(all)
  const leading = leadingWords(argv)
  if (argv.includes('--help') || argv.includes('-h')) return { kind: 'help', topic: leading.join(' ') }
  if (leading[0] === 'help') return { kind: 'help', topic: leading.slice(1).join(' ') }
  if (argv.includes('--version')) return { kind: 'version' }
  const name = leading.length === 0 ? 'dev' : commandNamed(leading)
  const command = commands[name]
  if (!command) throw new UsageError(`${name} is not a command. Run: latchkey --help`)
  const rest = leading.length === 0 ? [...argv] : argv.slice(name.split(' ').length)
  const { values, positionals } = parse(rest, command)
  checkPositionals(name, command, positionals)
  const own = command.options ?? {}
  const flags: Record<string, string | undefined> = {}
  const options: Record<string, string | string[] | undefined> = {}
  for (const [flag, value] of Object.entries(values)) {
    if (!Object.hasOwn(own, flag)) flags[flag] = String(value)
    else options[flag] = Array.isArray(value) ? value.map(String) : String(value)
  }
  return { kind: 'command', name, command, flags, options, positionals, program }
}

/** Options after `--` belong to the program that the command runs. */
function splitProgram(all: readonly string[]): { argv: readonly string[]; program: string[] } {
  const leading = leadingWords(all)
  const command = commands[leading.length === 0 ? 'dev' : leading.join(' ')]
  const end = all.indexOf('--')
  if (end === -1 || !command?.runsProgram) return { argv: all, program: [] }
  return { argv: all.slice(0, end), program: all.slice(end + 1) }
}

function leadingWords(argv: readonly string[]): string[] {
  const end = argv.findIndex((argument) => argument.startsWith('-'))
  return argv.slice(0, end === -1 ? argv.length : end)
}

/** The name of a command has one or two words. The remaining words are its positional arguments. */
function commandNamed(words: readonly string[]): string {
  const found = [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => Object.hasOwn(commands, name))
  if (found !== undefined) return found
  const [group = ''] = words
  const isGroup = Object.keys(commands).some((name) => name.startsWith(`${group} `))
  const name = words.slice(0, 2).join(' ')
  const names = Object.keys(commands)
  const suggestion = didYouMean(name, names) || didYouMean(group, names)
  throw new UsageError(`${name} is not a command.${suggestion} Run: latchkey ${isGroup ? `${group} ` : ''}--help`)
}

function parse(args: string[], { options = {} }: Command): { values: Record<string, unknown>; positionals: string[] } {
  const settingFlags = [...Object.values(settings).flatMap(({ flag }) => flag ?? []), 'config']
  const known = Object.fromEntries([
    ...settingFlags.map((name) => [name, { type: 'string' as const }]),
    ...Object.entries(options).map(([name, { kind }]) => [
      name,
      kind === 'switch' ? { type: 'boolean' as const } : { type: 'string' as const, multiple: kind === 'many' },
    ]),
  ])
  for (const argument of args) {
    if (argument === '--') break
    const name = /^--?([^=]+)/.exec(argument)?.[1]
    if (name !== undefined && !Object.hasOwn(known, name))
      throw new UsageError(
        `--${name} is not an option.${didYouMean(name, Object.keys(known), (match) => `--${match}`)} Run the command with --help.`,
      )
  }
  try {
    return parseArgs({ args, options: known, strict: true, allowPositionals: true })
  } catch {
    const flag = args.find((argument) => argument.startsWith('--')) ?? args[0] ?? ''
    throw new UsageError(`${flag} has a missing or an unexpected value. Run the command with --help.`)
  }
}

function checkPositionals(name: string, { positionals = [] }: Command, given: readonly string[]): void {
  const missing = positionals.filter((positional) => positional.startsWith('<'))[given.length]
  if (missing !== undefined) throw new UsageError(`${missing} is required. Run: latchkey ${name} --help`)
  const isVariadic = positionals.at(-1)?.endsWith('…') === true
  const unexpected = isVariadic ? undefined : given[positionals.length]
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument: ${unexpected}. Run: latchkey ${name} --help`)
}
