import { createLogger } from '@latchkey/server'
import { type Development, startDevelopment } from '@latchkey/server/dev'
import { bundledFrame } from '../bundled-frame.ts'
import { readDevelopmentConfig } from '../config/read-config.ts'
import type { SettingSources } from '../config/settings.ts'
import { readPages } from '../pages.ts'
import { paint, type Terminal } from '../terminal.ts'
import { version } from '../version.ts'
import { startListening } from './start-listening.ts'

/** Runs a provider with sample projects and an inbox, reachable from this machine only. */
export async function runDevelopment(sources: SettingSources, terminal: Terminal): Promise<number> {
  const { port, dataDir, logLevel } = readDevelopmentConfig(sources)
  const pages = readPages()
  const frame = bundledFrame()
  const development = await startListening({ command: 'dev', port }, () =>
    startDevelopment({ port, dataDir, pages, frame, version, logger: createLogger({ level: logLevel }) }),
  )
  terminal.out(greeting(development, dataDir, terminal))
  await terminal.untilStopped()
  terminal.out('Stopping …\n')
  await development.close()
  return 0
}

function greeting({ url, projects }: Development, dataDir: string, terminal: Terminal): string {
  const { bold, dim, link } = paint(terminal)
  const row = (name: string, value: string): string => `  ${name.padEnd(16)}${value}`
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
    `  The React and HTML tabs have the code for your own page. Pages on every port of localhost may use these tokens.`,
    '',
    dim(`  All emails and text messages go to the inbox. Data is stored in ${dataDir}. Press Ctrl-C to stop.`),
    dim('  Manage settings and users: npm start -- --help lists the commands. Add --dev to run them on this provider.'),
    '',
  ].join('\n')}\n`
}
