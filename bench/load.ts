import { connect, type Socket } from 'node:net'

export interface LoadTarget {
  port: number
  /** The next request: a whole one in HTTP/1.1, keep-alive. */
  request: () => string
}

export interface LoadResult {
  perSecond: number
  /** Answers that were not 200. */
  refused: number
}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * Keeps `connections` requests in flight for `durationMs` and counts the answers.
 * It speaks to the socket itself: a full HTTP client would cost more CPU than the server it measures.
 */
export async function load(target: LoadTarget, connections: number, durationMs: number): Promise<LoadResult> {
  let answers = 0
  let refused = 0
  let running = true
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(target.port)))
  const done = sockets.map((socket) => {
    let pending: Buffer = Buffer.alloc(0)
    return new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      socket.on('close', () => resolve())
      socket.on('data', (chunk) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
        for (;;) {
          const head = pending.indexOf(headEnd)
          if (head < 0) return
          const length = contentLength(pending.subarray(0, head).toString('latin1'))
          const end = head + headEnd.length + length
          if (pending.length < end) return
          if (pending.subarray(9, 12).toString('latin1') === '200') answers += 1
          else refused += 1
          pending = pending.subarray(end)
          if (!running) return void socket.destroy()
          socket.write(target.request())
        }
      })
    })
  })
  const started = process.hrtime.bigint()
  for (const socket of sockets) socket.write(target.request())
  await new Promise((resolve) => setTimeout(resolve, durationMs))
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  const counted = answers
  running = false
  await Promise.all(done)
  return { perSecond: counted / seconds, refused }
}

function contentLength(head: string): number {
  const match = /\r\ncontent-length: (\d+)/i.exec(head)
  if (!match) throw new Error(`an answer without a length: ${head}`)
  return Number(match[1])
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}
