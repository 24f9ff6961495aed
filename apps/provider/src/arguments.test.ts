import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'

describe('readArguments', () => {
  it('starts development when nothing is said', () => {
    expect([readArguments([]), readArguments(['--port', '4001'])]).toEqual([
      { command: 'dev', flags: {}, options: {} },
      { command: 'dev', flags: { port: '4001' }, options: {} },
    ])
  })

  it('tells settings from what belongs to the command', () => {
    const argv = [
      'projects',
      'create',
      '--name',
      'Acme',
      '--origin=https://a.co',
      '--origin',
      'https://b.co',
      '--config',
      'x',
    ]
    expect(readArguments(argv)).toEqual({
      command: 'projects create',
      flags: { config: 'x' },
      options: { name: 'Acme', origin: ['https://a.co', 'https://b.co'] },
    })
  })

  it('helps wherever it is asked to', () => {
    expect([readArguments(['serve', '--help']).command, readArguments(['-h']).command]).toEqual(['help', 'help'])
  })

  it.each([
    [['fly'], 'fly is not a command'],
    [['projects'], 'projects is not a command'],
    [['--prot', '1'], '--prot is not an option'],
    [['serve', '--master-key', 'x'], '--master-key is not an option'],
    [['serve', '--name', 'x'], '--name is not an option'],
    [['--port'], '--port and what follows cannot be read'],
    [['constructor'], 'constructor is not a command'],
  ])('refuses %j by its name', (argv, complaint) => {
    expect(() => readArguments(argv)).toThrow(complaint)
  })
})
