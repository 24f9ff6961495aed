/** Output and stop signal of a command. Tests replace it. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Resolves when the output was written; with false if the reader has closed the pipe. */
  flushed(): Promise<boolean>
  /** What the user types to start the command line: `npx latchkey`. */
  program: string
  /** Whether the terminal shows colors. */
  colors: boolean
  /** Resolves on SIGINT or SIGTERM. */
  untilStopped(): Promise<void>
}

export interface Paint {
  bold(text: string): string
  dim(text: string): string
  link(text: string): string
}

export function paint({ colors }: Pick<Terminal, 'colors'>): Paint {
  const wrap = (on: number, off: number) => (text: string) => (colors ? `\u001b[${on}m${text}\u001b[${off}m` : text)
  return { bold: wrap(1, 22), dim: wrap(2, 22), link: wrap(36, 39) }
}
