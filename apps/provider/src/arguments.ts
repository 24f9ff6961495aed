import { parseArgs } from 'node:util'
import { ConfigError } from './config/config-error.ts'
import { settings } from './config/settings.ts'

export type CommandName =
  | 'dev'
  | 'serve'
  | 'projects create'
  | 'keys rotate'
  | 'audit verify'
  | 'migrate'
  | 'help'
  | 'version'

export interface Arguments {
  command: CommandName
  /** The flags that are settings. */
  flags: Record<string, string | undefined>
  /** The flags that belong to the command alone. */
  options: Record<string, string | string[] | undefined>
}

interface CommandFlags {
  one: readonly string[]
  many: readonly string[]
  /** Said or not said. */
  switches: readonly string[]
}

const none: CommandFlags = { one: [], many: [], switches: [] }

const commands: Record<CommandName, CommandFlags> = {
  dev: none,
  serve: none,
  'projects create': { one: ['name', 'environment', 'vertical'], many: ['origin', 'redirect'], switches: [] },
  'keys rotate': { one: ['project'], many: [], switches: ['force'] },
  'audit verify': none,
  migrate: none,
  help: none,
  version: none,
}

/** What the command line asks for; without a command, development. */
export function readArguments(argv: readonly string[]): Arguments {
  if (argv.includes('--help') || argv.includes('-h')) return { command: 'help', flags: {}, options: {} }
  if (argv.includes('--version')) return { command: 'version', flags: {}, options: {} }
  const words: string[] = []
  const rest = [...argv]
  while (rest[0] !== undefined && !rest[0].startsWith('-')) words.push(rest.shift() ?? '')
  const wanted = words.length === 0 ? 'dev' : words.join(' ')
  if (!Object.hasOwn(commands, wanted)) throw new ConfigError(wanted, 'is not a command; see --help')
  const command = wanted as CommandName
  const own = commands[command]
  const settingFlags = [...Object.values(settings).flatMap(({ flag }) => flag ?? []), 'config']
  const { values } = parse(rest, settingFlags, own)
  const flags: Arguments['flags'] = {}
  const options: Arguments['options'] = {}
  for (const [name, value] of Object.entries(values)) {
    if (![...own.one, ...own.many, ...own.switches].includes(name)) flags[name] = String(value)
    else options[name] = Array.isArray(value) ? value.map(String) : String(value)
  }
  return { command, flags, options }
}

function parse(args: string[], settingFlags: string[], own: CommandFlags): { values: Record<string, unknown> } {
  const known = Object.fromEntries([
    ...[...settingFlags, ...own.one].map((name) => [name, { type: 'string' as const }]),
    ...own.many.map((name) => [name, { type: 'string' as const, multiple: true }]),
    ...own.switches.map((name) => [name, { type: 'boolean' as const }]),
  ])
  for (const argument of args) {
    const name = /^--?([^=]+)/.exec(argument)?.[1]
    if (name !== undefined && !Object.hasOwn(known, name))
      throw new ConfigError(`--${name}`, 'is not an option; see --help')
  }
  try {
    return parseArgs({ args, options: known, strict: true, allowPositionals: false })
  } catch {
    const flag = args.find((argument) => argument.startsWith('--')) ?? args[0] ?? ''
    throw new ConfigError(flag, 'and what follows cannot be read; see --help')
  }
}
