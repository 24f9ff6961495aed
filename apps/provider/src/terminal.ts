/** Where a command writes, and who can ask it to stop: the process, or a test. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Resolves when everything written by `out` was taken; with false if nobody takes it any more. */
  flushed(): Promise<boolean>
  /** Does the reader see colours? */
  colours: boolean
  /** Resolves when the operator or the system wants an end. */
  untilStopped(): Promise<void>
}

export interface Paint {
  bold(text: string): string
  dim(text: string): string
  link(text: string): string
}

export function paint({ colours }: Pick<Terminal, 'colours'>): Paint {
  const wrap = (on: number, off: number) => (text: string) => (colours ? `\u001b[${on}m${text}\u001b[${off}m` : text)
  return { bold: wrap(1, 22), dim: wrap(2, 22), link: wrap(36, 39) }
}
