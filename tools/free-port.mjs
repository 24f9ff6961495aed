// A port for a process that has to be told one.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below those that systems hand out by themselves: between this answer and the process that uses it, nobody who asks
 * for any port is given the same one.
 */
const [lowest, highest] = [10_000, 32_000]

/** @returns {Promise<number>} */
export async function freePort() {
  for (;;) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
}

/** @param {number} port */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
