import { createLogger } from '@latchkey/server'
import { type Development, startDevelopment } from '@latchkey/server/dev'
import { bundledFrame } from '../bundled-frame.ts'
import type { CommandInput } from '../command.ts'
import { readDevelopmentConfig } from '../config/read-config.ts'
import { documentation } from '../documentation.ts'
import { findOpenTelemetry } from '../open-telemetry.ts'
import { readPages } from '../pages.ts'
import { paint, type Terminal } from '../terminal.ts'
import { version } from '../version.ts'
import { runProgram } from './run-program.ts'
import { startListening } from './start-listening.ts'

/** Runs a provider with sample projects and an inbox, reachable from this machine only. */
export async function runDevelopment({ sources, program, terminal }: CommandInput): Promise<number> {
  const [name] = program
  // Both cannot listen on it.
  const env = name === undefined ? sources.env : { ...sources.env, PORT: undefined }
  const { port, dataDir, logLevel } = readDevelopmentConfig({ ...sources, env })
  const pages = readPages()
  const frame = bundledFrame()
  const development = await startListening({ command: 'dev', port, program }, () =>
    startDevelopment({
      port,
      dataDir,
      pages,
      documentation: documentation(),
      frame,
      version,
      commandLine: terminal.program,
      logger: createLogger({ level: logLevel }),
      openTelemetry: findOpenTelemetry(),
    }),
  )
  try {
    if (name !== undefined) {
      terminal.out(shortGreeting(development, terminal))
      return await runProgram(program, terminal)
    }
    terminal.out(greeting(development, dataDir, terminal))
    await terminal.untilStopped()
    terminal.out('Stopping …\n')
    return 0
  } finally {
    await development.close()
  }
}

const row = (name: string, value: string): string => `  ${name.padEnd(16)}${value}`

/** The output of the application follows. */
function shortGreeting({ url }: Development, terminal: Terminal): string {
  const { bold, dim, link } = paint(terminal)
  return `${[
    '',
    `  ${bold('Latchkey')} ${dim(`${version} · development`)}`,
    '',
    row('Provider', link(url)),
    row('Inbox', `${link(`${url}/inbox`)}  ${dim('every email and text message')}`),
    '',
  ].join('\n')}\n`
}

function greeting({ url, projects }: Development, dataDir: string, terminal: Terminal): string {
  const { bold, dim, link } = paint(terminal)
  const names = {
    CONSUMER: 'Consumer project: use this one',
    B2B: 'Business project: organizations and members',
  } as const
  return `${[
    '',
    `  ${bold('Latchkey')} ${dim(`${version} · development`)}`,
    '',
    row('Playground', link(`${url}/`)),
    row('Inbox', link(`${url}/inbox`)),
    row('Documentation', link(`${url}/docs`)),
    row('API', link(`${url}/sdk/v1`)),
    row('API document', link(`${url}/openapi.json`)),
    row('Health', link(`${url}/health`)),
    '',
    ...projects.flatMap(({ vertical, id, publicToken }) => [
      `  ${bold(names[vertical])}`,
      row('Public token', publicToken),
      row('Project id', id),
      '',
    ]),
    `  ${bold('Try this first')}`,
    `  Open the playground, sign in with any email address, and take the link or the code from the inbox next to it.`,
    `  Its Code tab has the code for your own page. Pages on every port of localhost may use these tokens.`,
    '',
    dim(`  All emails and text messages go to the inbox. Data is stored in ${dataDir}. Press Ctrl-C to stop.`),
    dim(`  Manage settings and users: ${terminal.program} --help lists the commands. Add --dev to run them here.`),
    '',
  ].join('\n')}\n`
}
