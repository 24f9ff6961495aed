import { run } from './run.ts'
import type { Terminal } from './terminal.ts'

/** A terminal that records its output. */
export interface RecordingTerminal extends Terminal {
  written: { out: string; err: string }
}

export function createRecordingTerminal(change: Partial<Terminal> = {}): RecordingTerminal {
  const written = { out: '', err: '' }
  return {
    written,
    program: 'latchkey',
    colors: false,
    untilStopped: async () => {},
    flushed: async () => true,
    out(text) {
      written.out += text
    },
    err(text) {
      written.err += text
    },
    ...change,
  }
}

export interface CommandResult {
  code: number
  out: string
  err: string
}

/** Runs a command and returns its exit code and output. */
export async function runRecorded(
  argv: readonly string[],
  env: Record<string, string>,
  terminal: RecordingTerminal = createRecordingTerminal(),
): Promise<CommandResult> {
  const code = await run(argv, env, terminal)
  return { code, ...terminal.written }
}
