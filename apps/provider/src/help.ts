import type { Command } from './command.ts'
import { UsageError } from './command.ts'
import { commands } from './commands.ts'
import { type DocumentedSetting, settings } from './config/settings.ts'
import { didYouMean } from './did-you-mean.ts'
import { twoColumns } from './two-columns.ts'

/** The help of one command, of a group of commands, or the overview. */
export function helpText(topic = ''): string {
  const command = commands[topic]
  if (topic === '') return overview()
  if (command && Object.hasOwn(commands, topic)) return commandHelp(topic, command)
  const group = Object.entries(commands).filter(([name]) => name.startsWith(`${topic} `))
  if (group.length > 0) return `latchkey ${topic} <command> [options]\n\n${summaries(group)}\n`
  // `users get user-live-… --help` is the help of `users get`.
  const shorter = topic.split(' ').slice(0, -1).join(' ')
  if (shorter === '')
    throw new UsageError(`${topic} is not a command.${didYouMean(topic, Object.keys(commands))} Run: latchkey --help`)
  return helpText(shorter)
}

function overview(): string {
  return `latchkey [command] [options]

${summaries(Object.entries(commands))}

Run latchkey <command> --help for the options of a command. Exit codes: 0 success, 1 failure, 2 usage error.

Settings are read from the flag, else the environment, else the file named by <NAME>_FILE, else the JSON file named by
--config or LATCHKEY_CONFIG. Secrets have no flag.
${settingRows(Object.values(settings))}
`
}

const settingRows = (list: readonly DocumentedSetting[]): string =>
  twoColumns(list.map(({ env, flag, meaning }) => [env, flag ? `--${flag}: ${meaning}` : meaning] as const))

function summaries(list: [string, Command][]): string {
  const width = Math.max(...list.map(([name]) => name.length)) + 2
  const groupOf = (name: string | undefined): string => (name?.includes(' ') ? (name.split(' ')[0] ?? '') : '')
  return list
    .map(([name, { summary }], index) => {
      const isNewGroup = index > 0 && groupOf(name) !== groupOf(list[index - 1]?.[0])
      return `${isNewGroup ? '\n' : ''}  ${name.padEnd(width)}${summary}`
    })
    .join('\n')
}

function commandHelp(
  name: string,
  { summary, positionals = [], options = {}, settings: names = [], runsProgram = false, details }: Command,
): string {
  const rows = Object.entries(options).map(([flag, { kind, value, help }]) => {
    const shown = kind === 'switch' ? `--${flag}` : `--${flag} ${value ?? '<value>'}${kind === 'many' ? '…' : ''}`
    return [shown, help] as const
  })
  const width = Math.max(0, ...rows.map(([shown]) => shown.length)) + 2
  const usage = [
    ...['latchkey', name, ...positionals],
    ...(rows.length + names.length > 0 ? ['[options]'] : []),
    ...(runsProgram ? ['[-- <program> …]'] : []),
  ].join(' ')
  const list = rows.map(([shown, help]) => `  ${shown.padEnd(width)}${help}`).join('\n')
  const read = names.length === 0 ? '' : `Settings\n${settingRows(names.map((setting) => settings[setting]))}`
  return `${[usage, summary, list, details, read].filter((part) => part !== undefined && part !== '').join('\n\n')}\n`
}
