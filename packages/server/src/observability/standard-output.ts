import { writeSync } from 'node:fs'
import { Socket } from 'node:net'

/** So much waits for a reader that does not read; what comes after it is dropped. */
const longestBacklog = 4 * 1024 * 1024

export interface Output {
  /** Characters that wait to be read. */
  waiting(): number
  /** Never blocks and never throws. */
  write(text: string): void
}

/** Gathers the lines of one turn of the loop. What is dropped is counted, and said as soon as somebody reads again. */
export function createLines(
  output: Output,
  later: (run: () => void) => void = setImmediate,
): { write(line: string): void; flush(): void } {
  let gathered = ''
  let dropped = 0

  function flush(): void {
    const text = gathered
    gathered = ''
    if (text !== '') output.write(text)
  }

  return {
    flush,
    write(line) {
      if (output.waiting() + gathered.length > longestBacklog) {
        dropped += 1
        return
      }
      if (gathered === '') later(flush)
      if (dropped > 0) {
        gathered += `${JSON.stringify({ level: 40, count: dropped, msg: 'lines of the log were dropped' })}\n`
        dropped = 0
      }
      gathered += line
    },
  }
}

/**
 * The process's standard output. Whoever reads it slowly or not at all, and a disk without room for it, hold nobody up
 * and end nothing; a thread that waits for them would keep the process from ending.
 */
export function createStandardOutput(): { write(line: string): void } {
  const { stdout } = process
  /** Everything else is a pipe, a socket or a terminal, and is written to when it can take it. */
  const isFile: boolean = !(stdout instanceof Socket)
  // A closed pipe is an error to the stream, and none of ours.
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

/** Not by its stream, which writes no more once it has failed: a full disk has room again some day. */
function writeToFile(fd: number, text: string): void {
  try {
    writeSync(fd, text)
  } catch {
    // There is nowhere to say it.
  }
}
