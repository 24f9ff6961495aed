import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runRecorded } from '../recording-terminal.suite.ts'

let folder: string
const scripts = { bash: '', zsh: '', fish: '' }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-completions-'))
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    scripts[shell] = join(folder, `latchkey.${shell}`)
    writeFileSync(scripts[shell], (await runRecorded(['completions', shell], {})).out)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const isInstalled = (shell: string): boolean =>
  (process.env.PATH ?? '').split(':').some((path) => {
    try {
      execFileSync(join(path, shell), ['-c', 'true'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })

/** The completions for the last word of a line, as the shell computes them. */
const complete: Record<string, (line: string) => string[]> = {
  bash(line) {
    const words = line.split(' ')
    const script = `source ${scripts.bash}
      COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}
      _latchkey; printf '%s\\n' "\${COMPREPLY[@]}"`
    return linesOf(execFileSync('bash', ['--norc', '-u', '-c', script], { encoding: 'utf8' }))
  },
  zsh(line) {
    const found = join(folder, 'found')
    writeFileSync(join(folder, 'inner.zsh'), innerZsh(scripts.zsh, found))
    // The outer shell presses Tab in a terminal of the inner one, and waits for its output.
    const script = `zmodload zsh/zpty
      zpty inner zsh -f -i
      zpty -w inner ${JSON.stringify(`source ${folder}/inner.zsh`)}
      zpty -r inner output '*<ready>*'
      zpty -w -n inner ${JSON.stringify(line)}$'\\t'
      zpty -r inner output '*<end>*'`
    execFileSync('zsh', ['-f', '-c', script], { timeout: 60_000 })
    return linesOf(readFileSync(found, 'utf8'))
  },
  fish(line) {
    const script = `source ${scripts.fish}; complete -C '${line}'`
    const output = execFileSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' })
    return linesOf(output).map((each) => each.split('\t')[0] ?? '')
  },
}

/** An interactive shell that writes what Tab offers into a file. */
const innerZsh = (completions: string, found: string): string => `PS1= RPS1=
autoload -Uz compinit && compinit -u -D
source ${completions}
compadd() {
  [[ "\${argv[1,(i)(-|--)]}" == *-[OAD]* ]] || {
    local -a matches
    builtin compadd -O matches "$@"
    print -rl -- $matches >> ${found}
  }
  builtin compadd "$@"
}
complete_and_report() {
  : > ${found}
  _main_complete
  print -r -- '<end>'
}
zle -C complete-and-report complete-word complete_and_report
bindkey '^I' complete-and-report
print '<ready>'
`

const linesOf = (text: string): string[] => text.split('\n').filter((each) => each !== '')

describe.each(Object.keys(complete).filter(isInstalled))('the completions in %s', (shell) => {
  const at = (line: string): string[] => complete[shell]?.(line) ?? []

  it('complete commands, groups and their commands', () => {
    expect(at('latchkey ser')).toEqual(['serve'])
    expect(at('latchkey ')).toEqual(expect.arrayContaining(['dev', 'serve', 'users', 'completions']))
    expect(at('latchkey audit ').sort()).toEqual(['export', 'verify'])
    expect(at('latchkey users im')).toEqual(['import'])
    expect(at('latchkey completions ').sort()).toEqual(['bash', 'fish', 'zsh'])
  })

  it('complete the options of a command and of the settings', () => {
    expect(at('latchkey users list --lim')).toEqual(['--limit'])
    expect(at('latchkey serve --trust-p')).toEqual(['--trust-proxy'])
    expect(at('latchkey backup file --j')).toEqual(['--json'])
    expect(at('latchkey --vers')).toEqual(['--version'])
    expect(at('latchkey users list --serv')).toEqual([])
  })

  it('complete the values of an option that has a list of them', () => {
    expect(at('latchkey projects create --environment ').sort()).toEqual(['live', 'test'])
    expect(at('latchkey projects create --environment l')).toEqual(['live'])
  })
})

if (isInstalled('zsh'))
  it('is found by zsh in a folder of its function path', () => {
    execFileSync('cp', [scripts.zsh, join(folder, '_latchkey')])
    const script = `fpath=(${folder} $fpath); autoload -Uz compinit && compinit -u -D; print $_comps[latchkey]`
    expect(execFileSync('zsh', ['-f', '-c', script], { encoding: 'utf8' })).toBe('_latchkey\n')
  })

it('quotes apostrophes and backslashes for each shell', async () => {
  const { out } = await runRecorded(['completions', 'zsh'], {})
  // Every line of a list has an even number of unescaped quotes.
  const odd = out.split('\n').filter((line) => ((line.replaceAll("'\\''", '').match(/'/g)?.length ?? 0) & 1) === 1)
  expect(odd).toEqual([])
})

it('rejects an unknown shell', async () => {
  expect(await runRecorded(['completions', 'tcsh'], {})).toMatchObject({ code: 2, out: '' })
})
