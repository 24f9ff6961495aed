#!/usr/bin/env node
import { programName } from './program.ts'
import { run } from './run.ts'

/** One Ctrl-C can arrive twice, from the terminal and from npm. Only a later one forces the exit. */
const sameKeyPressMs = 1_000

/** Registered before the start, so that a signal during the start stops the process too. */
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
  // The reader has closed the pipe, as `head` does: the exit code reports it.
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
  program: programName(process.argv[1] ?? '', process.env),
  colors: process.stdout.isTTY === true && !process.env.NO_COLOR,
  untilStopped: () => stopped,
})
// `process.exit` discards output that a slow reader has not read yet.
const isFlushed = !hasWritten || (await flushed())
process.exit(isFlushed ? code : code || 1)
