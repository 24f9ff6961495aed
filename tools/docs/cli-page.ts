// The reference of the command line, from the table of commands that also makes its help.
import type { Command, Option } from '../../apps/provider/src/command.ts'
import { commands } from '../../apps/provider/src/commands.ts'
import { type DocumentedSetting, settings } from '../../apps/provider/src/config/settings.ts'
import type { GeneratedPage } from './pages.ts'

export function cliPage(): GeneratedPage {
  const groups = new Map<string, [string, Command][]>()
  for (const [name, command] of Object.entries(commands)) {
    const [first = '', second] = name.split(' ')
    const group = second === undefined ? 'provider' : first
    groups.set(group, [...(groups.get(group) ?? []), [name, command]])
  }
  const index = Object.entries(commands).map(
    ([name, { summary }]) => `| [\`${name}\`](#latchkey-${name.replaceAll(' ', '-')}) | ${escaped(summary)} |`,
  )
  const text = [
    '# Command line',
    'All commands of `latchkey`. How to run it, and what the options `--project` and `--dev` mean: [The command line](../administration.md#the-command-line).',
    'Commands that use the database of a production provider also read `LATCHKEY_BASE_URL`, `LATCHKEY_DATABASE_URL` and `LATCHKEY_MASTER_KEY`, and every command takes `--config`: [Settings](../provider.md#settings).',
    ['| Command | |', '|---|---|', ...index].join('\n'),
    ...[...groups.values()].flat().map(([name, command]) => commandPart(name, command)),
  ]
  return { file: 'reference/cli.md', text: `${text.join('\n\n')}\n` }
}

function commandPart(name: string, command: Command): string {
  const { summary, positionals = [], options = {}, settings: names = [], runsProgram = false, details } = command
  const rows = Object.entries(options).map(
    // A table splits its cells at every `|`, also in code.
    ([flag, option]) => `| \`${flagOf(flag, option).replaceAll('|', '\\|')}\` | ${escaped(option.help)} |`,
  )
  const settingRows = names.map((setting) => settingRow(settings[setting]))
  const usage = [
    ...['latchkey', name, ...positionals],
    ...(rows.length + settingRows.length > 0 ? ['[options]'] : []),
    ...(runsProgram ? ['[-- <program> …]'] : []),
  ].join(' ')
  return [
    `## latchkey ${name}`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    `\`\`\`sh\n${usage}\n\`\`\``,
    rows.length === 0 ? '' : ['| Option | |', '|---|---|', ...rows].join('\n'),
    settingRows.length === 0
      ? ''
      : ['| Option | Environment variable | Default | |', '|---|---|---|---|', ...settingRows].join('\n'),
    details === undefined ? '' : detailsPart(details),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const flagOf = (flag: string, { kind, value }: Option): string =>
  kind === 'switch' ? `--${flag}` : `--${flag} ${value ?? '<value>'}${kind === 'many' ? '…' : ''}`

/** The texts of a setting are parts of docs/provider.md. */
function settingRow({ env, alias, flag, type, default: value, meaning }: DocumentedSetting): string {
  const names = [env, alias].flatMap((name) => (name ? [`\`${name}\``] : [])).join(', ')
  const text = `${meaning}: ${type}`.replaceAll('](#', '](../provider.md#').replace(/\]\((?=[\w-]+\.md)/g, '](../')
  const shownDefault = value.replace(/\]\((?=[\w-]+\.md)/g, '](../')
  return `| ${flag ? `\`--${flag}\`` : ''} | ${names} | ${shownDefault} | ${text} |`
}

/** Paragraphs of the help; those with columns or examples keep their lines. */
const detailsPart = (details: string): string =>
  details
    .split('\n\n')
    .map((part) => (/^ {2}/m.test(part) ? `\`\`\`text\n${part}\n\`\`\`` : part.replaceAll('\n', ' ')))
    .join('\n\n')

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<')
