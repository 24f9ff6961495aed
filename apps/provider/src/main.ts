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

const code = await run(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  colours: process.stdout.isTTY === true && !process.env.NO_COLOR,
  untilStopped: () => stopped,
})
process.exit(code)
