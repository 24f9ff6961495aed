// Finds a free port for a process that needs a fixed one.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Uses ports below the ephemeral range, so that the system does not assign the port to another process before it is used.
 */
const [lowest, highest] = [10_000, 32_000]

/** A free port outside of the ephemeral range. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
