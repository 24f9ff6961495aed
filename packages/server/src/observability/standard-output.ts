import { writeSync } from 'node:fs'
import { Socket } from 'node:net'

/** Characters that wait for a slow reader; lines beyond are dropped. */
const longestBacklog = 4 * 1024 * 1024

export interface Output {
  /** Characters that are not written yet. */
  waiting(): number
  /** Never blocks and never throws. */
  write(text: string): void
}

/** Batches the lines of one turn of the event loop. Dropped lines are counted, and reported when the reader continues. */
export function createLines(
  output: Output,
  later: (run: () => void) => void = setImmediate,
): { write(line: string): void; flush(): void } {
  let batch = ''
  let dropped = 0

  function flush(): void {
    const text = batch
    batch = ''
    if (text !== '') output.write(text)
  }

  return {
    flush,
    write(line) {
      if (output.waiting() + batch.length > longestBacklog) {
        dropped += 1
        return
      }
      if (batch === '') later(flush)
      if (dropped > 0) {
        batch += `${JSON.stringify({ level: 40, count: dropped, msg: 'log lines were dropped because the reader of standard output is too slow' })}\n`
        dropped = 0
      }
      batch += line
    },
  }
}

/**
 * The standard output of the process. A slow reader or a full disk neither delays requests nor ends the process. No
 * worker thread: one that waits for the reader would keep the process from ending.
 */
export function createStandardOutput(): { write(line: string): void } {
  const { stdout } = process
  /** Anything else is a pipe, a socket or a terminal, which Node writes to asynchronously. */
  const isFile: boolean = !(stdout instanceof Socket)
  // A closed pipe must not end the process.
  stdout.on('error', () => {})
  const lines = createLines({
    waiting: () => (isFile ? 0 : stdout.writableLength),
    write(text) {
      if (isFile) writeToFile(stdout.fd, text)
      else stdout.write(text)
    },
  })
  process.once('exit', lines.flush)
  return lines
}

/** Not through the stream, which stops after its first error: a full disk may get free space again. */
function writeToFile(fd: number, text: string): void {
  try {
    writeSync(fd, text)
  } catch {
    // There is no other output to report it to.
  }
}
