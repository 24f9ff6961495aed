import { run } from './run.ts'
import type { Terminal } from './terminal.ts'

/** A terminal that keeps what is written to it. */
export interface WrittenTerminal extends Terminal {
  written: { out: string; err: string }
}

export function createWrittenTerminal(change: Partial<Terminal> = {}): WrittenTerminal {
  const written = { out: '', err: '' }
  return {
    written,
    colours: false,
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

export interface Written {
  code: number
  out: string
  err: string
}

/** Runs a command line to its end. */
export async function runWritten(
  argv: readonly string[],
  env: Record<string, string>,
  terminal: WrittenTerminal = createWrittenTerminal(),
): Promise<Written> {
  const code = await run(argv, env, terminal)
  return { code, ...terminal.written }
}
