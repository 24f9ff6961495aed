import { describe, expect, it } from 'vitest'
import { programName, withProgramName } from './program.ts'
import { createRecordingTerminal, runRecorded } from './recording-terminal.suite.ts'

describe('programName', () => {
  it.each([
    ['latchkey', '/usr/local/lib/node_modules/@latchkey/provider/dist/bundle/main.mjs', {}],
    ['npx latchkey', '/app/node_modules/.bin/latchkey', { npm_command: 'exec' }],
    ['npx latchkey', '/app/node_modules/.bin/latchkey', { npm_command: 'run-script' }],
    ['npx @latchkey/provider', '/home/ada/.npm/_npx/1f/node_modules/.bin/latchkey', { npm_command: 'exec' }],
    ['npx @latchkey/provider', 'C:\\cache\\_npx\\1f\\node_modules\\@latchkey\\provider\\main.mjs', {}],
  ])('is %s for %s', (name, script, env) => {
    expect(programName(script, env)).toBe(name)
  })
})

describe('withProgramName', () => {
  it('replaces the name where a command follows, and nowhere else', () => {
    const text = 'Run: latchkey users list, latchkey --help or "latchkey dev --port 1".'
    expect(withProgramName(text, 'npx latchkey')).toBe(
      'Run: npx latchkey users list, npx latchkey --help or "npx latchkey dev --port 1".',
    )
    const others = 'npx latchkey-provider users, roles except latchkey_user, /bin/latchkey serve, Latchkey users'
    expect(withProgramName(others, 'x')).toBe(others)
  })

  it.each([
    [['--help'], 'npx @latchkey/provider [command] [options]'],
    [['settings', 'get', '--help'], 'npx @latchkey/provider settings get password_policy'],
    [['fly'], 'fly is not a command. Run: npx @latchkey/provider --help'],
    [['fly', '--json'], 'Run: npx @latchkey/provider --help"'],
    [['users', 'list', '--dev', '--data-dir', '/nowhere/latchkey'], 'Run: npx @latchkey/provider dev'],
    [['doctor'], 'Run npx @latchkey/provider --help for all settings.'],
  ])('names the program that the user types in the output of %j', async (argv, expected) => {
    const { out, err } = await runRecorded(argv, {}, createRecordingTerminal({ program: 'npx @latchkey/provider' }))
    expect(out + err).toContain(expected)
    expect(out + err).not.toMatch(/(?<!\S)latchkey (users|dev|--help)/)
  })
})
