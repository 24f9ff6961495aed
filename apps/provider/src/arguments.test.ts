import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'
import { commands } from './commands.ts'
import { settings } from './config/settings.ts'
import { helpText } from './help.ts'

/** The parsed arguments without the command definition. */
function read(argv: string[]): unknown {
  const parsed = readArguments(argv)
  if (parsed.kind !== 'command') return parsed
  const { command: _command, kind: _kind, ...rest } = parsed
  return rest
}

describe('readArguments', () => {
  it('runs dev by default', () => {
    expect([read([]), read(['--port', '4001'])]).toEqual([
      { name: 'dev', flags: {}, options: {}, positionals: [], program: [] },
      { name: 'dev', flags: { port: '4001' }, options: {}, positionals: [], program: [] },
    ])
  })

  it('leaves the options after -- to the program that dev runs', () => {
    const expected = {
      name: 'dev',
      flags: { port: '4001' },
      options: {},
      positionals: [],
      program: ['vite', '--port', '3000', '--help'],
    }
    const program = ['--', 'vite', '--port', '3000', '--help']
    expect([read(['dev', '--port', '4001', ...program]), read(['--port', '4001', ...program])]).toEqual([
      expected,
      expected,
    ])
    expect(() => readArguments(['serve', '--', 'vite'])).toThrow('Unexpected argument: vite.')
  })

  it('separates settings from options of the command', () => {
    const origins = ['--origin=https://a.co', '--origin', 'https://b.co']
    expect(read(['projects', 'create', '--name', 'Acme', ...origins, '--config', 'x'])).toEqual({
      name: 'projects create',
      flags: { config: 'x' },
      options: { name: 'Acme', origin: ['https://a.co', 'https://b.co'] },
      positionals: [],
      program: [],
    })
  })

  it('accepts positional arguments before and after options', () => {
    const expected = {
      name: 'users roles',
      flags: {},
      options: { json: 'true' },
      positionals: ['ada', 'editor', 'admin'],
      program: [],
    }
    expect(read(['users', 'roles', 'ada', 'editor', 'admin', '--json'])).toEqual(expected)
    expect(read(['users', 'roles', 'ada', '--json', 'editor', 'admin'])).toEqual(expected)
  })

  it('finds the topic of -h, --help and help', () => {
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
    [['users', 'get'], '<user> is required. Run: latchkey users get --help'],
    [['users', 'get', 'ada', 'bea'], 'Unexpected argument: bea.'],
    [['--port'], '--port has a missing or an unexpected value'],
    [['constructor'], 'constructor is not a command'],
  ])('rejects %j and names the problem', (argv, complaint) => {
    expect(() => readArguments(argv)).toThrow(complaint)
  })
})

describe('helpText', () => {
  it('lists all commands, settings and exit codes in the overview', () => {
    const text = helpText()
    for (const name of [...Object.keys(commands), 'LATCHKEY_MASTER_KEY', '--port']) expect(text).toContain(name)
    expect(text).toContain('Exit codes: 0 success, 1 failure, 2 usage error.')
  })

  it.each(Object.keys(commands))('shows the positional arguments and options of %s', (name) => {
    const { positionals = [], options = {}, settings: names = [] } = commands[name] ?? {}
    const flags = [...Object.keys(options), ...names.flatMap((setting) => settings[setting].flag ?? [])]
    const text = helpText(name)
    expect(text.startsWith(`latchkey ${name}`)).toBe(true)
    for (const part of [...positionals, ...flags.map((flag) => `--${flag}`)]) expect(text).toContain(part)
    // Fits into a wide terminal.
    expect(text.split('\n').filter((line) => line.length > 118)).toEqual([])
  })

  it('lists the settings that dev and serve read', () => {
    expect([...helpText('dev').matchAll(/--([\w-]+): /g)].map(([, flag]) => flag)).toEqual([
      'port',
      'data-dir',
      'log-level',
    ])
    expect(helpText('serve')).toContain('LATCHKEY_MASTER_KEY')
    expect(helpText('serve')).not.toContain('--data-dir')
  })

  it('lists the commands of a group, and ignores arguments after the name of a command', () => {
    expect(helpText('sessions')).toMatch(/^latchkey sessions <command>[\s\S]*sessions list[\s\S]*sessions revoke/)
    expect(helpText('users get user-live-1')).toBe(helpText('users get'))
    expect(() => helpText('fly')).toThrow('fly is not a command')
  })
})
