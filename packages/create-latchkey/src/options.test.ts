import { describe, expect, it } from 'vitest'
import { helpText, readOptions } from './options.ts'
import { templateNames } from './templates.ts'

describe('readOptions', () => {
  it('has a default for everything but the template, which may be asked for', () => {
    expect(readOptions([])).toEqual({
      kind: 'create',
      folder: 'latchkey-app',
      template: undefined,
      install: true,
      providerPort: 4000,
      tarballs: undefined,
    })
  })

  it('reads every option', () => {
    const argv = ['my-app', '--template', 'nextjs', '--no-install', '--provider-port=4001', '--tarballs', '../dist']
    expect(readOptions(argv)).toEqual({
      kind: 'create',
      folder: 'my-app',
      template: 'nextjs',
      install: false,
      providerPort: 4001,
      tarballs: '../dist',
    })
    expect([readOptions(['--help']), readOptions(['-h']), readOptions(['--version'])]).toEqual([
      { kind: 'help' },
      { kind: 'help' },
      { kind: 'version' },
    ])
  })

  it.each([
    [['--template', 'vue'], 'vue is not a template. Templates: react-vite, nextjs, html.'],
    [['--templte', 'html'], '--templte is not an option, or its value is wrong.'],
    [['--template'], '--template is not an option, or its value is wrong.'],
    [['--provider-port', '99999'], '--provider-port 99999 is not a port.'],
    [['one', 'two'], 'Unexpected argument: two.'],
  ])('rejects %j and names the problem', (argv, problem) => {
    expect(() => readOptions(argv)).toThrow(`${problem} Run: npm create latchkey -- --help`)
  })

  it('lists every template in the help', () => {
    for (const name of templateNames) expect(helpText).toMatch(new RegExp(`^  ${name} +\\S`, 'm'))
  })
})
