import { settings } from './config/settings.ts'

export function helpText(): string {
  const rows = Object.values(settings).map(({ env, flag }) => `  ${env.padEnd(26)}${flag ? `--${flag}` : ''}`.trimEnd())
  return `latchkey [command] [options]

Commands
  dev               a provider for this machine, with an inbox (the default)
  serve             a provider for production
  projects create   --name <name> [--environment test|live] [--vertical CONSUMER|B2B]
                    [--origin <origin>]… [--redirect <address>]…
  keys rotate       [--project <project id>] [--force]
                    the next signing key takes over, for one project or for all; a key that was published
                    less than a day ago only with --force
  audit verify      walks the chain of the audit log and says whether it is whole
  migrate           brings the database to this version

Settings: flag, then environment, then the file named by <NAME>_FILE, then the JSON file named by
--config or LATCHKEY_CONFIG. Secrets have no flag.
${rows.join('\n')}
`
}
