import { isProviderError, isRefusal, problemOf } from './admin/problem.ts'
import { readArguments } from './arguments.ts'
import { UsageError } from './command.ts'
import { ConfigError } from './config/config-error.ts'
import type { Surroundings } from './config/settings.ts'
import { helpText } from './help.ts'
import type { Terminal } from './terminal.ts'
import { version } from './version.ts'

/** Runs one command to its end and answers with the exit code: 0 done, 1 refused or failed, 2 not understood. */
export async function run(argv: readonly string[], env: Surroundings['env'], terminal: Terminal): Promise<number> {
  try {
    const asked = readArguments(argv)
    switch (asked.kind) {
      case 'help':
        terminal.out(helpText(asked.topic))
        return 0
      case 'version':
        terminal.out(`${version}\n`)
        return 0
      case 'command': {
        const { flags, options, words } = asked
        return await asked.command.run({ surroundings: { flags, env }, options, words, terminal })
      }
      default:
        return asked satisfies never
    }
  } catch (error) {
    const isMachine = argv.includes('--json')
    terminal.err(`${isMachine ? JSON.stringify(machineError(error)) : sentence(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

/** A sentence for the operator; anything unforeseen is for whoever mends the provider. */
function sentence(error: unknown): string {
  if (isProviderError(error)) return problemOf(error)
  if (error instanceof ConfigError || error instanceof UsageError || isRefusal(error)) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function machineError(error: unknown): { error_type: string; error_message: string } {
  const message = error instanceof Error ? error.message : String(error)
  if (isProviderError(error)) return { error_type: error.type, error_message: problemOf(error) }
  if (error instanceof UsageError) return { error_type: 'usage', error_message: message }
  if (isRefusal(error)) return { error_type: error.code, error_message: message }
  return { error_type: error instanceof ConfigError ? 'configuration' : 'failure', error_message: message }
}
