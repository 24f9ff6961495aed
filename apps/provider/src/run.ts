import { readArguments } from './arguments.ts'
import { ConfigError } from './config/config-error.ts'
import type { Surroundings } from './config/settings.ts'
import { helpText } from './help.ts'
import type { Terminal } from './terminal.ts'
import { version } from './version.ts'

/** Runs one command to its end and answers with the exit code. Commands load when they are asked for. */
export async function run(argv: readonly string[], env: Surroundings['env'], terminal: Terminal): Promise<number> {
  try {
    const { command, flags, options } = readArguments(argv)
    const surroundings = { flags, env }
    switch (command) {
      case 'dev':
        return await (await import('./commands/dev.ts')).runDevelopment(surroundings, terminal)
      case 'serve':
        return await (await import('./commands/serve.ts')).runServe(surroundings, terminal)
      case 'projects create':
        return await (await import('./commands/projects-create.ts')).runProjectsCreate(surroundings, options, terminal)
      case 'keys rotate':
        return await (await import('./commands/keys-rotate.ts')).runKeysRotate(surroundings, options, terminal)
      case 'audit verify':
        return await (await import('./commands/audit-verify.ts')).runAuditVerify(surroundings, terminal)
      case 'migrate':
        return await (await import('./commands/migrate.ts')).runMigrate(surroundings, terminal)
      case 'help':
        terminal.out(helpText())
        return 0
      case 'version':
        terminal.out(`${version}\n`)
        return 0
      default:
        return command satisfies never
    }
  } catch (error) {
    // A ConfigError is a sentence for the operator; anything else is for whoever mends the provider.
    const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)
    terminal.err(`${text}\n`)
    return 1
  }
}
