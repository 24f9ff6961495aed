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
      /** The flags that are settings. */
      flags: Record<string, string | undefined>
      /** The flags that belong to the command alone. */
      options: Record<string, string | string[] | undefined>
      words: string[]
    }

/** What the command line asks for; without a command, development. */
export function readArguments(argv: readonly string[]): Arguments {
  const leading = leadingWords(argv)
  if (argv.includes('--help') || argv.includes('-h')) return { kind: 'help', topic: leading.join(' ') }
  if (leading[0] === 'help') return { kind: 'help', topic: leading.slice(1).join(' ') }
  if (argv.includes('--version')) return { kind: 'version' }
  const name = leading.length === 0 ? 'dev' : commandNamed(leading)
  const command = commands[name]
  if (!command) throw new UsageError(`${name} is not a command. Run: latchkey --help`)
  const rest = leading.length === 0 ? [...argv] : argv.slice(name.split(' ').length)
  const { values, positionals } = parse(rest, command)
  checkWords(name, command, positionals)
  const own = command.options ?? {}
  const flags: Record<string, string | undefined> = {}
  const options: Record<string, string | string[] | undefined> = {}
  for (const [flag, value] of Object.entries(values)) {
    if (!Object.hasOwn(own, flag)) flags[flag] = String(value)
    else options[flag] = Array.isArray(value) ? value.map(String) : String(value)
  }
  return { kind: 'command', name, command, flags, options, words: positionals }
}

function leadingWords(argv: readonly string[]): string[] {
  const end = argv.findIndex((argument) => argument.startsWith('-'))
  return argv.slice(0, end === -1 ? argv.length : end)
}

/** Commands have one word or two; what follows is theirs. */
function commandNamed(words: readonly string[]): string {
  const found = [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => Object.hasOwn(commands, name))
  if (found !== undefined) return found
  const [group = ''] = words
  const isGroup = Object.keys(commands).some((name) => name.startsWith(`${group} `))
  const wanted = words.slice(0, 2).join(' ')
  const names = Object.keys(commands)
  const suggestion = didYouMean(wanted, names) || didYouMean(group, names)
  throw new UsageError(`${wanted} is not a command.${suggestion} Run: latchkey ${isGroup ? `${group} ` : ''}--help`)
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
    throw new UsageError(`${flag} has no value, or a wrong one. Run the command with --help.`)
  }
}

function checkWords(name: string, { words = [] }: Command, given: readonly string[]): void {
  const missing = words.filter((word) => word.startsWith('<'))[given.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing. Run: latchkey ${name} --help`)
  const isOpen = words.at(-1)?.endsWith('…') === true
  const stranger = isOpen ? undefined : given[words.length]
  if (stranger !== undefined) throw new UsageError(`Unexpected argument: ${stranger}. Run: latchkey ${name} --help`)
}
