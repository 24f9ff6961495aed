import { type Command, type CommandInput, readChoice } from '../command.ts'
import { settings } from '../config/settings.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/** Prints a script that completes commands and options in a shell. It contains the list of commands. */
export async function printCompletions(
  { positionals: [shell = ''], terminal }: CommandInput,
  commands: Readonly<Record<string, Command>>,
): Promise<number> {
  const writers = { bash: bashScript, zsh: zshScript, fish: fishScript }
  terminal.out(writers[readChoice('<shell>', shell, shells)](positionsOf(commands)))
  return 0
}

/** What can follow after the words that were typed. */
interface Position {
  /** `users list`, `users` for the commands of this group, or empty for the first word. */
  words: string
  /** Whether arguments can follow: the name of a command of one word. */
  hasArguments: boolean
  next: Choice[]
  options: CompletedOption[]
}

interface Choice {
  name: string
  /** Empty for values. */
  summary: string
}

interface CompletedOption extends Choice {
  /** Whether a value follows. */
  hasValue: boolean
  /** The values, if the help lists them. */
  values: string[]
}

const help: CompletedOption = { name: 'help', summary: 'show the help', hasValue: false, values: [] }
const version: CompletedOption = { name: 'version', summary: 'show the version', hasValue: false, values: [] }

/** Settings of the provider that can be given as a flag. */
const settingOptions: CompletedOption[] = Object.values(settings).flatMap(({ env, flag }) =>
  flag === undefined ? [] : [{ name: flag, summary: `the setting ${env}`, hasValue: true, values: [] }],
)

function positionsOf(commands: Readonly<Record<string, Command>>): Position[] {
  const entries = Object.entries(commands)
  const groups = new Map<string, Choice[]>()
  for (const [name, { summary }] of entries) {
    const [group = '', second] = name.split(' ')
    if (second !== undefined) groups.set(group, [...(groups.get(group) ?? []), { name: second, summary }])
  }
  const first = new Map(
    entries.map(([name, { summary }]) => {
      const [word = ''] = name.split(' ')
      return [
        word,
        groups
          .get(word)
          ?.map((choice) => choice.name)
          .join(', ') ?? summary,
      ]
    }),
  )
  return [
    {
      words: '',
      hasArguments: false,
      next: [...first].map(([name, summary]) => ({ name, summary })),
      options: [...settingOptions, help, version],
    },
    ...[...groups].map(([words, next]) => ({ words, hasArguments: false, next, options: [help] })),
    ...entries.map(([words, command]) => ({
      words,
      hasArguments: !words.includes(' '),
      next: (command.positionals ?? [])
        .slice(0, 1)
        .flatMap(valuesIn)
        .map((name) => ({ name, summary: '' })),
      options: [...optionsOf(command), ...(isServer(words) ? settingOptions : []), help],
    })),
  ]
}

const isServer = (name: string): boolean => name === 'dev' || name === 'serve'

function optionsOf({ options = {} }: Command): CompletedOption[] {
  return Object.entries(options).map(([name, { kind, value = '', help: summary }]) => ({
    name,
    summary,
    hasValue: kind !== 'switch',
    values: valuesIn(value),
  }))
}

/** `test|live` and `<bash|zsh>` list values; other placeholders name a kind of value. */
function valuesIn(placeholder: string): string[] {
  const list = placeholder.replace(/^<(.*)>$/, '$1')
  return /^[\w-]+(\|[\w-]+)+$/.test(list) ? list.split('|') : []
}

const namesOf = (choices: readonly Choice[]): string => choices.map(({ name }) => name).join(' ')
const flagsOf = (options: readonly CompletedOption[]): string => options.map(({ name }) => `--${name}`).join(' ')

/** The words before the cursor up to the first option; works in bash and zsh. */
const readNames = (words: string): string => `  local word names=()
  for word in "\${${words}}"; do
    [[ $word == -* ]] && break
    names+=("$word")
  done`

function bashScript(positions: readonly Position[]): string {
  const values = positions.flatMap(({ words, options }) =>
    options.flatMap((option) =>
      option.values.length === 0 ? [] : [`    '${words} --${option.name}') values='${option.values.join(' ')}' ;;`],
    ),
  )
  return `# Completion of latchkey in bash. In ~/.bashrc: source <(latchkey completions bash)
_latchkey() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} position= next= options= values=
${readNames('COMP_WORDS[@]:1:COMP_CWORD-1')}
  position=\${names[*]:0:2}
  case $position in
${positions.map(({ next, options, ...position }) => `    ${pattern(position)}) next='${namesOf(next)}' options='${flagsOf(options)}' position='${position.words}' ;;`).join('\n')}
  esac
  case "$position $previous" in
${values.join('\n')}
  esac
  if [[ -n $values ]]; then COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ $current == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ $previous != -* ]]; then COMPREPLY=($(compgen -W "$next" -- "$current"))
  fi
}
complete -o default -F _latchkey latchkey
`
}

function pattern({ words, hasArguments }: Pick<Position, 'words' | 'hasArguments'>): string {
  return hasArguments ? `'${words}' | '${words} '*` : `'${words}'`
}

function zshScript(positions: readonly Position[]): string {
  const quoted = (choices: readonly Choice[], prefix = ''): string =>
    choices
      .map(({ name, summary }) => zshQuote(`${prefix}${name}${summary && `:${summary.replaceAll(':', '\\:')}`}`))
      .join(' ')
  const values = positions.flatMap(({ words, options }) =>
    options.flatMap((option) =>
      option.values.length === 0
        ? []
        : [`    ('${words} --${option.name}') compadd ${option.values.join(' ')}; return ;;`],
    ),
  )
  return `#compdef latchkey
# Completion of latchkey in zsh. In ~/.zshrc, after compinit: source <(latchkey completions zsh)
_latchkey() {
  local position
  local -a next options
${readNames('(@)words[2,CURRENT-1]')}
  position="\${names[*]:0:2}"
  case $position in
${positions.map(({ next, options, ...position }) => `    (${pattern(position)}) position='${position.words}' next=(${quoted(next)}) options=(${quoted(options, '--')}) ;;`).join('\n')}
  esac
  case "$position \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option options
  elif (( $#next )); then _describe command next
  else _files
  fi
}
if [[ $funcstack[1] == _latchkey ]]; then _latchkey "$@"; else compdef _latchkey latchkey; fi
`
}

const zshQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function fishScript(positions: readonly Position[]): string {
  const quote = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`
  const lines = positions.flatMap(({ words, hasArguments, next, options }) => {
    const condition = `-n ${quote(`__latchkey_${hasArguments ? 'in' : 'at'} ${words}`.trim())}`
    return [
      ...next.map(({ name, summary }) => `complete -c latchkey ${condition} -f -a ${name} -d ${quote(summary)}`),
      ...options.map(({ name, summary, hasValue, values }) => {
        const value = values.length > 0 ? ` -x -a ${quote(values.join(' '))}` : hasValue ? ' -r' : ''
        return `complete -c latchkey ${condition} -l ${name}${value} -d ${quote(summary)}`
      }),
    ]
  })
  return `# Completion of latchkey in fish: latchkey completions fish > ~/.config/fish/completions/latchkey.fish
function __latchkey_names
    for word in (commandline -opc)[2..]
        string match -q -- '-*' $word; and break
        echo $word
    end
end
function __latchkey_at
    set -l names (__latchkey_names)
    test "$names[1..2]" = "$argv"
end
function __latchkey_in
    set -l names (__latchkey_names)
    test "$names[1]" = "$argv"
end
${lines.join('\n')}
`
}
