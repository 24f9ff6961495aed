import { parseArgs } from 'node:util'
import { CreateError } from './create-project.ts'
import { defaultTemplate, type TemplateName, templateNames, templates } from './templates.ts'

/** The parsed command line. */
export type Options =
  | { kind: 'help' }
  | { kind: 'version' }
  | {
      kind: 'create'
      folder: string
      /** Undefined: ask, or use the default without a terminal. */
      template: TemplateName | undefined
      install: boolean
      providerPort: number
      /** A folder with the packed Latchkey packages, to be used instead of the registry. */
      tarballs: string | undefined
    }

const defaultFolder = 'latchkey-app'

export const helpText: string = `npm create latchkey [folder] -- [options]

Creates an application with sign-in by Latchkey (default folder: ${defaultFolder}).

  --template <name>       ${templateNames.join(', ')} (asks in a terminal, otherwise ${defaultTemplate})
  --provider-port <port>  port of the development provider (default: 4000)
  --no-install            write the files only
  --tarballs <folder>     install the Latchkey packages from tarballs of the repository (npm run build)
  --version, --help

Templates
${templateNames.map((name) => `  ${name.padEnd(12)}${templates[name].title}`).join('\n')}`

export function readOptions(argv: string[]): Options {
  const { values, positionals } = parse(argv)
  if (values.help) return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  const [folder = defaultFolder, unexpected] = positionals
  if (unexpected !== undefined) throw usage(`Unexpected argument: ${unexpected}.`)
  return {
    kind: 'create',
    folder,
    template: readTemplate(values.template),
    install: !values['no-install'],
    providerPort: readPort(values['provider-port']),
    tarballs: values.tarballs,
  }
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
        template: { type: 'string' },
        'provider-port': { type: 'string', default: '4000' },
        'no-install': { type: 'boolean' },
        tarballs: { type: 'string' },
      },
    })
  } catch (error) {
    const name = /'(-[^' ]+)/.exec(error instanceof Error ? error.message : '')?.[1]
    throw usage(name === undefined ? 'Invalid arguments.' : `${name} is not an option, or its value is wrong.`)
  }
}

function readTemplate(name: string | undefined): TemplateName | undefined {
  const found = templateNames.find((known) => known === name)
  if (name !== undefined && found === undefined)
    throw usage(`${name} is not a template. Templates: ${templateNames.join(', ')}.`)
  return found
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) throw usage(`--provider-port ${text} is not a port.`)
  return port
}

function usage(problem: string): CreateError {
  return new CreateError(`${problem} Run: npm create latchkey -- --help`)
}
