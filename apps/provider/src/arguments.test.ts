import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'
import { commands } from './commands.ts'
import { helpText } from './help.ts'

/** Everything but the command's own code. */
function read(argv: string[]): unknown {
  const asked = readArguments(argv)
  if (asked.kind !== 'command') return asked
  const { command: _command, kind: _kind, ...rest } = asked
  return rest
}

describe('readArguments', () => {
  it('starts development when nothing is said', () => {
    expect([read([]), read(['--port', '4001'])]).toEqual([
      { name: 'dev', flags: {}, options: {}, words: [] },
      { name: 'dev', flags: { port: '4001' }, options: {}, words: [] },
    ])
  })

  it('tells settings from what belongs to the command', () => {
    const origins = ['--origin=https://a.co', '--origin', 'https://b.co']
    expect(read(['projects', 'create', '--name', 'Acme', ...origins, '--config', 'x'])).toEqual({
      name: 'projects create',
      flags: { config: 'x' },
      options: { name: 'Acme', origin: ['https://a.co', 'https://b.co'] },
      words: [],
    })
  })

  it('takes the words of a command before and after its options', () => {
    const expected = { name: 'users roles', flags: {}, options: { json: 'true' }, words: ['ada', 'editor', 'admin'] }
    expect(read(['users', 'roles', 'ada', 'editor', 'admin', '--json'])).toEqual(expected)
    expect(read(['users', 'roles', 'ada', '--json', 'editor', 'admin'])).toEqual(expected)
  })

  it('helps wherever it is asked to, with what it is asked about', () => {
    expect([read(['-h']), read(['serve', '--help']), read(['help', 'users', 'get'])]).toEqual([
      { kind: 'help', topic: '' },
      { kind: 'help', topic: 'serve' },
      { kind: 'help', topic: 'users get' },
    ])
  })

  it.each([
    [['fly'], 'fly is not a command. Run: latchkey --help'],
    [['users'], 'users is not a command. Run: latchkey users --help'],
    [['users', 'fly'], 'users fly is not a command. Run: latchkey users --help'],
    [['usrs', 'list'], 'usrs list is not a command. Did you mean users list?'],
    [['users', 'lsit'], 'users lsit is not a command. Did you mean users list?'],
    [['sevre'], 'sevre is not a command. Did you mean serve?'],
    [['users', 'list', '--limt', '5'], '--limt is not an option. Did you mean --limit?'],
    [['--prot', '1'], '--prot is not an option. Did you mean --port?'],
    [['serve', '--master-key', 'x'], '--master-key is not an option'],
    [['serve', '--name', 'x'], '--name is not an option'],
    [['serve', 'now'], 'Unexpected argument: now.'],
    [['users', 'get'], '<user> is missing'],
    [['users', 'get', 'ada', 'bea'], 'Unexpected argument: bea.'],
    [['--port'], '--port has no value'],
    [['constructor'], 'constructor is not a command'],
  ])('refuses %j by its name', (argv, complaint) => {
    expect(() => readArguments(argv)).toThrow(complaint)
  })
})

describe('helpText', () => {
  it('of the whole names every command and setting', () => {
    const text = helpText()
    for (const name of [...Object.keys(commands), 'LATCHKEY_MASTER_KEY', '--port']) expect(text).toContain(name)
  })

  it.each(Object.keys(commands))('of %s names its words and options', (name) => {
    const { words = [], options = {} } = commands[name] ?? {}
    const text = helpText(name)
    expect(text.startsWith(`latchkey ${name}`)).toBe(true)
    for (const part of [...words, ...Object.keys(options).map((option) => `--${option}`)]) expect(text).toContain(part)
    // Narrow enough for any terminal.
    expect(text.split('\n').filter((line) => line.length > 118)).toEqual([])
  })

  it('of a group lists it, and of a command with words after it is about the command', () => {
    expect(helpText('sessions')).toMatch(/^latchkey sessions <command>[\s\S]*sessions list[\s\S]*sessions revoke/)
    expect(helpText('users get user-live-1')).toBe(helpText('users get'))
    expect(() => helpText('fly')).toThrow('fly is not a command')
  })
})
