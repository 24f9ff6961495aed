import { run } from './run.ts'

/** One Ctrl-C can arrive twice, from the terminal and from npm; only a later one means impatience. */
const sameKeyPressMs = 1_000

/** Listens from the first moment on: a signal during the start is as good as one after it. */
const stopped = new Promise<void>((resolve) => {
  let firstAt: number | undefined
  const stop = (): void => {
    const now = performance.now()
    firstAt ??= now
    if (now - firstAt > sameKeyPressMs) process.exit(130)
    resolve()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
})

let hasWritten = false

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads may have gone, as `head` does: the exit code says enough of that.
  if (error.code !== 'EPIPE') process.stderr.write(`Standard output: ${error.message}\n`)
})

function flushed(): Promise<boolean> {
  return new Promise((resolve) => process.stdout.write('', (error) => resolve(!error)))
}

const code = await run(process.argv.slice(2), process.env, {
  out(text) {
    hasWritten = true
    process.stdout.write(text)
  },
  flushed,
  err: (text) => process.stderr.write(text),
  colours: process.stdout.isTTY === true && !process.env.NO_COLOR,
  untilStopped: () => stopped,
})
// What a slow reader has not taken yet would be lost with the process. A log is not waited for.
const isTaken = !hasWritten || (await flushed())
process.exit(isTaken ? code : code || 1)
