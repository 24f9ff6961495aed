import { jsonLine, oneLine } from './admin/print.ts'
import { isProviderError, isRejectedOperation, problemOf } from './admin/problem.ts'
import { readArguments } from './arguments.ts'
import { UsageError } from './command.ts'
import { ConfigError } from './config/config-error.ts'
import type { SettingSources } from './config/settings.ts'
import { helpText } from './help.ts'
import { withProgramName } from './program.ts'
import type { Terminal } from './terminal.ts'
import { version } from './version.ts'

/** Runs a command and returns the exit code: 0 success, 1 failure, 2 usage error. */
export async function run(argv: readonly string[], env: SettingSources['env'], terminal: Terminal): Promise<number> {
  try {
    const parsed = readArguments(argv)
    switch (parsed.kind) {
      case 'help':
        terminal.out(withProgramName(helpText(parsed.topic), terminal.program))
        return 0
      case 'version':
        terminal.out(`${version}\n`)
        return 0
      case 'command': {
        const { flags, options, positionals, program } = parsed
        return await parsed.command.run({ sources: { flags, env }, options, positionals, program, terminal })
      }
      default:
        return parsed satisfies never
    }
  } catch (error) {
    // A message may quote a file or a stored name.
    const text = argv.includes('--json')
      ? jsonLine(machineError(error))
      : `${sentence(error).split('\n').map(oneLine).join('\n')}\n`
    terminal.err(withProgramName(text, terminal.program))
    return error instanceof UsageError ? 2 : 1
  }
}

/** Expected errors are shown as their message, unexpected ones with the stack. */
function sentence(error: unknown): string {
  if (isProviderError(error)) return problemOf(error)
  if (error instanceof ConfigError || error instanceof UsageError || isRejectedOperation(error)) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function machineError(error: unknown): { error_type: string; error_message: string } {
  const message = error instanceof Error ? error.message : String(error)
  if (isProviderError(error)) return { error_type: error.type, error_message: problemOf(error) }
  if (error instanceof UsageError) return { error_type: 'usage', error_message: message }
  if (isRejectedOperation(error)) return { error_type: error.code, error_message: message }
  return { error_type: error instanceof ConfigError ? 'configuration' : 'failure', error_message: message }
}
